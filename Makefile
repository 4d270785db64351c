# Trapdoor: `make run` serves, `make test` proves, `make help` lists the rest.

BUILD ?= build
PREFIX ?= /usr/local
SSH_PORT ?= 2222
TELNET_PORT ?= 2323
STATE ?= var
ARGS ?=

OPTIMISE ?= -O2
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
	-Wundef -Wvla -Werror=implicit-function-declaration -Werror=incompatible-pointer-types
HARDEN = -fstack-protector-strong -fPIE
override CFLAGS := -std=c11 -g $(OPTIMISE) $(WARN) $(HARDEN) -I. -I$(BUILD) $(CFLAGS)
override LDFLAGS := -pie -Wl,-z,now -Wl,-z,relro -Wl,--as-needed $(LDFLAGS)
LIBS = -lssh -ltelnet -lsqlite3 -lsodium -linih -ljansson

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# What `make test` runs: of debugging information the lines alone, which is what a sanitizer reports by.
SANITIZED = BUILD=build/san OPTIMISE="-O1 -g1" CFLAGS="$(SANITIZE)" LDFLAGS="$(SANITIZE)"

engine_src = $(wildcard engine/*.c engine/*/*.c)
vt100_src = $(wildcard vt100/*.c)
sql_src = $(wildcard sql/*.c)
door_src = $(wildcard door/*.c door/*/*.c)
src = $(engine_src) $(vt100_src) $(sql_src) $(door_src)
obj = $(src:%.c=$(BUILD)/%.o) $(BUILD)/embed/builtin.o $(BUILD)/embed/schema.o
rooms = $(filter-out $(BUILD)/door/main.o,$(obj))

unit_src = $(wildcard tests/engine/*_test.c tests/vt100/*_test.c tests/sql/*_test.c tests/door/*_test.c)
unit = $(unit_src:%.c=$(BUILD)/%)
bench_src = $(wildcard tests/bench/*.c)
bench = $(bench_src:%.c=$(BUILD)/%)
fuzz_src = $(filter-out tests/fuzz/replay.c tests/fuzz/seeds.c,$(wildcard tests/fuzz/*.c))
fuzz = $(fuzz_src:%.c=$(BUILD)/%)
# A fuzz target replays files; with FUZZER=1 (and clang) it is libFuzzer's instead.
fuzz_main = $(if $(FUZZER),,$(BUILD)/tests/fuzz/replay.o)
SECONDS = 60
FAULTS = 1000
LEVELS = 100000
GAMES = 1000
N = 50
TARGETS = $(fuzz_src:tests/fuzz/%.c=%)

Q = $(if $(V),,@)

.DEFAULT_GOAL := all
.PHONY: all help run play test units fuzzers benches lint bench fuzz soak powercut format golden install clean

all: $(BUILD)/trapdoor	## build build/trapdoor

help:	## list the targets
	@awk -F ':.*## *' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run:	## install what is missing, build, and serve (SSH_PORT=, TELNET_PORT=, STATE=)
	$(Q)etc/deps run
	$(Q)$(MAKE) --no-print-directory all
	$(Q)exec $(BUILD)/trapdoor serve --state "$(STATE)" --ssh "[::]:$(SSH_PORT)" --telnet "[::]:$(TELNET_PORT)" $(ARGS)

play:	## play on this terminal, without a network
	$(Q)etc/deps run
	$(Q)$(MAKE) --no-print-directory all
	$(Q)exec $(BUILD)/trapdoor play --state "$(STATE)" $(ARGS)

test:	## install what is missing, build with sanitizers, and run every test and lint
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(SANITIZED) all units fuzzers
	$(Q)tests/next
	$(Q)tests/run

units: $(unit)
	@:

fuzzers: $(fuzz)
	@:

fuzz:	## look for new inputs that break it, each target for a minute (SECONDS=, TARGETS=)
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) BUILD=$(BUILD)/fuzz CC=clang FUZZER=1 OPTIMISE="-O2" \
		CFLAGS="-fsanitize=fuzzer-no-link $(SANITIZE)" LDFLAGS="-fsanitize=fuzzer $(SANITIZE)" fuzzers
	$(Q)for target in $(TARGETS); do tests/fuzz/run $(BUILD)/fuzz $$target $(SECONDS) || exit 1; done

soak:	## at length: 1,000 kills, every fault of a disk (FAULTS=), 100,000 levels (LEVELS=), the balance of 3,000 games (GAMES=)
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(SANITIZED) all \
		build/san/tests/sql/fault_test
	$(Q)TRAPDOOR_SOAK=$(FAULTS) build/san/tests/sql/fault_test
	$(Q)TRAPDOOR_SOAK=$(FAULTS) tests/e2e/run killed_at_any_moment woken_too_late
	$(Q)$(MAKE) --no-print-directory $(BUILD)/tests/engine/levels_test
	$(Q)TRAPDOOR_SOAK=$(LEVELS) $(BUILD)/tests/engine/levels_test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)tests/bands/run $(BUILD)/trapdoor $(GAMES)
	$(Q)tests/bands/curve $(BUILD)/trapdoor $$(($(GAMES) / 5))

powercut:	## cut the power of an emulated machine that serves games, and judge what is left (N=)
	$(Q)etc/deps powercut
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)TRAPDOOR=$(BUILD)/trapdoor tests/powercut/run $(N)

bench:	## measure; the figures of the README
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all benches
	$(Q)tests/bench/run

benches: $(bench)
	@:

lint: all	## the rules of the house
	$(Q)tests/lint

format:	## lay the code out by .clang-format
	$(Q)clang-format -i $(src) $(wildcard */*.h engine/*/*.h door/*/*.h tests/*/*.c)

golden:	## renew the golden files from what the program does now (read the diff)
	$(Q)tests/golden/renew

RULES = $(shell sed -n 's/^.define ENGINE_RULES_VERSION //p' engine/engine.h)
# The program of each rules version is kept: runs that were begun under it are proven, replayed and carried over by it.
install: all	## install below PREFIX (DESTDIR= is honoured)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/trapdoor/content $(DESTDIR)$(PREFIX)/share/doc/trapdoor
	install -m 755 $(BUILD)/trapdoor $(DESTDIR)$(PREFIX)/bin/trapdoor
	install -d $(DESTDIR)$(PREFIX)/libexec/trapdoor/$(RULES)
	install -m 755 $(BUILD)/trapdoor $(DESTDIR)$(PREFIX)/libexec/trapdoor/$(RULES)/trapdoor
	install -m 644 etc/content/*.txt $(DESTDIR)$(PREFIX)/share/trapdoor/content
	install -m 644 etc/trapdoor.conf $(DESTDIR)$(PREFIX)/share/trapdoor/trapdoor.conf
	install -m 644 etc/trapdoor.service $(DESTDIR)$(PREFIX)/share/trapdoor/trapdoor.service
	sed 's,/usr/local,$(PREFIX),g' etc/trapdoor.service > $(DESTDIR)$(PREFIX)/share/trapdoor/trapdoor.service
	install -m 644 README.md LICENSE etc/another-game.md $(DESTDIR)$(PREFIX)/share/doc/trapdoor

clean:	## remove what was built
	rm -rf build

$(BUILD)/trapdoor: $(obj)
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

# The engine sees no extension of POSIX, so that it cannot reach for one; the others are Linux programs.
$(BUILD)/engine/%.o: override CFLAGS += -D_POSIX_C_SOURCE=200809L
$(BUILD)/sql/%.o $(BUILD)/door/%.o $(BUILD)/tests/%: override CFLAGS += -D_GNU_SOURCE

# The squeezing's loops teach a fuzzer nothing, and would be most of its time.
ifdef FUZZER
$(BUILD)/engine/base/squeeze.o $(BUILD)/engine/base/squeeze_bytes.o $(BUILD)/engine/base/squeeze_2.o \
	$(BUILD)/engine/save/save_cells.o $(BUILD)/engine/map/ways.o $(BUILD)/engine/map/fov.o: override CFLAGS += -fno-sanitize=fuzzer-no-link
endif

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/embed/builtin.c: etc/embed etc/content $(wildcard etc/content/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed door/config/builtin.h builtin_file $(wildcard etc/content/*.txt) > $@
$(BUILD)/embed/schema.c: etc/embed sql/schema $(wildcard sql/schema/*.sql)
	@mkdir -p $(@D)
	$(Q)etc/embed sql/schema.h schema_file $(wildcard sql/schema/*.sql) > $@
$(BUILD)/embed/%.o: $(BUILD)/embed/%.c
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# The recorded runs need the engine alone, and of it not what only the lab does with it.
$(BUILD)/tests/golden/runner: tests/golden/runner.c tests/golden/runs.c \
	$(patsubst %.c,$(BUILD)/%.o,$(filter-out engine/lab/scenario% engine/lab/lab_% engine/lab/fov_%,$(engine_src)))
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(CC) $(CFLAGS) -o $@ $(filter-out %.h,$^) $(LDFLAGS)
$(BUILD)/tests/golden/runner: tests/golden/runs.h engine/engine.h

# Makes the corpora's first inputs:  seeds FOLDER [TARGET].
$(BUILD)/tests/fuzz/seeds: tests/fuzz/seeds.c $(rooms)
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(CC) $(CFLAGS) -MMD -MP -o $@ $< $(rooms) $(LDFLAGS) $(LIBS)

# The keeper's target brings a hasher of its own.
$(BUILD)/tests/fuzz/keeper: replaced = $(BUILD)/door/keeper/hasher.o
$(fuzz): $(BUILD)/tests/fuzz/%: tests/fuzz/%.c $(rooms) $(fuzz_main)
	@mkdir -p $(@D)
	@echo "  FUZZ $<"
	$(Q)$(CC) $(CFLAGS) -MMD -MP -o $@ $< $(filter-out $(replaced),$(rooms)) $(fuzz_main) $(LDFLAGS) $(LIBS)

$(BUILD)/tests/%: tests/%.c $(rooms)
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(CC) $(CFLAGS) -MMD -MP -o $@ $< $(rooms) $(LDFLAGS) $(LIBS) -lcmocka -lvterm

-include $(src:%.c=$(BUILD)/%.d) $(unit:%=%.d) $(bench:%=%.d) $(fuzz:%=%.d)
