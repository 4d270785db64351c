# Trapdoor: `make run` serves, `make test` proves, `make help` lists the rest.

BUILD ?= build
PREFIX ?= /usr/local
# An installed program finds its settings here by itself.
SETTINGS = $(if $(filter /usr,$(PREFIX)),,$(PREFIX))/etc/trapdoor
SSH_PORT ?= 2222
TELNET_PORT ?= 2323
STATE ?= var
# Another directory than the usual one must exist, or the question at the terminal is answered.
INIT := $(if $(filter file,$(origin STATE)),--init)
# Exempt from limits in `make run`: this machine.
TRUSTED ?= 127.0.0.1, ::1
ARGS ?=

OPTIMISE ?= -O2
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
	-Wundef -Wvla -Wimplicit-fallthrough -Wformat=2 -Wno-format-nonliteral \
	-Wold-style-definition -Wnested-externs -Wfloat-conversion -Wdouble-promotion -Wunused-macros -Wdate-time \
	-Werror=implicit-function-declaration -Werror=incompatible-pointer-types
# STRICT=1 asks for more warnings, and each is an error.  `make test` builds so; a user's compiler may be newer than ours.
STRICT ?=
WARN_GCC = -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wcast-align=strict -Wtrampolines -Wjump-misses-init -Walloc-zero
WARN_CLANG = -Wunreachable-code-aggressive -Wcomma -Wloop-analysis -Wmissing-variable-declarations -Wextra-semi -Wcast-align \
	-Wshadow-all -Wshift-sign-overflow -Wheader-hygiene -Wdocumentation
WARN_STRICT = -Werror $(if $(findstring clang,$(CC)),$(WARN_CLANG),$(WARN_GCC))
# For gcc and the product: gcc does not know that a failed assertion of a test does not return.
WARN_PRODUCT = $(if $(findstring clang,$(CC)),,-Wnull-dereference)
# SHARED=1 builds the product as a shared library: when the product changes, no test is linked again.
SHARED ?=
# The shipped program alone: some of the builds for tests are for other machines or without optimisation.
HARDEN_SHIPPED = -D_FORTIFY_SOURCE=2 -fstack-clash-protection $(if $(findstring x86_64,$(shell $(CC) -dumpmachine 2>/dev/null)),-fcf-protection)
HARDEN = -fstack-protector-strong $(if $(filter build,$(BUILD)),$(HARDEN_SHIPPED)) $(if $(SHARED),-fPIC -fno-semantic-interposition,-fPIE)
override CFLAGS := -std=c11 -g $(OPTIMISE) $(WARN) $(if $(STRICT),$(WARN_STRICT)) $(HARDEN) -I. -I$(BUILD) $(CFLAGS)
library_flags := -Wl,-z,now -Wl,-z,relro -Wl,--as-needed $(LDFLAGS)
override LDFLAGS := -pie $(library_flags)
LIBS = -lssh -ltelnet -lz -lunibilium -lsqlite3 -lsodium -linih -ljansson -lseccomp

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# What `make test` runs: of debugging information the lines alone, which is what a sanitizer reports by.
# A variable that is used before it is set holds a pattern, not a zero by luck.
SANITIZE_PATTERN = $(SANITIZE) -ftrivial-auto-var-init=pattern
# In `make test` clang builds the server, the unit tests and the fuzz targets: its sanitizers see more than those of gcc.
# A test compiles several times as fast without optimisation, and most of its work is the product's. Those of vt100 draw
# each screen by a terminal of their own.
CLANG_SANITIZED = BUILD=build/clang SHARED=1 CC="$(CLANG)" OPTIMISE="-O1 -g1" OPTIMISE_TESTS=-O0 CFLAGS="$(SANITIZE_PATTERN)" LDFLAGS="$(SANITIZE)"
CLANG ?= clang
# For one unit test after a change, which is linked sooner: `make unit T=...`.
SANITIZED = BUILD=build/san SHARED=1 OPTIMISE="-O1 -g1" CFLAGS="$(SANITIZE)" LDFLAGS="$(SANITIZE)"
# The same tests without sanitizers build and run several times as fast.
QUICK = BUILD=build/quick SHARED=1 OPTIMISE="-O1 -g1"

engine_src := $(sort $(wildcard engine/*.c engine/*/*.c))
vt100_src := $(wildcard vt100/*.c)
sql_src := $(wildcard sql/*.c)
door_src := $(sort $(wildcard door/*.c door/*/*.c))
# LAB=0 leaves out the lab, the bots and the games for programs.
LAB ?= 1
left_out := $(if $(filter 0,$(LAB)),engine/lab/% door/lab/% door/bot/% door/gym/% door/record/%,door/command/no_lab.c)
engine_src := $(filter-out $(left_out),$(engine_src))
door_src := $(filter-out $(left_out),$(door_src))
src := $(engine_src) $(vt100_src) $(sql_src) $(door_src)
obj := $(src:%.c=$(BUILD)/%.o) $(addprefix $(BUILD)/embed/,builtin.o schema.o neutral.o new_game.o names.o keys.o site.o)
# The product without main(), which tests, benchmarks and fuzz targets link.
library := $(BUILD)/libtrapdoor.$(if $(SHARED),so,a)
library_obj := $(filter-out $(BUILD)/door/main.o,$(obj))
# A program links a shared library once, and needs only that it exists.
needs_library := $(if $(SHARED),| $(library),$(library))
link_library = $(library) $(if $(SHARED),-Wl$(comma)-rpath$(comma)'$$ORIGIN/../..')
comma := ,

# Man pages and completions, made from the tables of the program.
manual := $(BUILD)/manual
manual_src := $(wildcard etc/manual/*.c)

# T chooses unit tests by name: fov, 'play_*', engine/lab.  Default: all.
T ?= *
unit_src := $(sort $(wildcard $(foreach t,$(T),tests/*/$(t)_test.c tests/$(t)_test.c)))
test_src := $(wildcard tests/*/*.c)
unit = $(unit_src:%.c=$(BUILD)/%)
bench_src = $(wildcard tests/bench/*.c)
bench = $(bench_src:%.c=$(BUILD)/%)
fuzz_src = $(filter-out tests/fuzz/replay.c tests/fuzz/seeds.c,$(wildcard tests/fuzz/*.c))
fuzz = $(fuzz_src:%.c=$(BUILD)/%)
# A fuzz target replays files; with FUZZER=1 (and clang) it is libFuzzer's instead.
fuzz_main = $(if $(FUZZER),,$(BUILD)/tests/fuzz/replay.o)
# The program, which `all` builds.
PROGRAM ?= $(BUILD)/trapdoor
SECONDS = 60
FAULTS = 1000
LEVELS = 100000
GAMES = 1000
N = 50
SEED = 1
JOBS = $(shell nproc)
FOLDERS = engine door sql vt100
TARGETS = $(fuzz_src:tests/fuzz/%.c=%)

Q = $(if $(V),,@)

.DEFAULT_GOAL := all
.PHONY: all always help run play test test-long tidy valgrind corpus unit units fuzzers benches lint manual bench bench-large fuzz mutate soak upgrades powercut test-terminals test-site format golden install uninstall deb packages clean

all: $(PROGRAM)	## build build/trapdoor (LAB=0: without lab, bots and gym)

help:	## list the targets
	@awk -F ':.*## *' '/^[a-z_.-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' Makefile

run:	## install what is missing, build, and serve (SSH_PORT=, TELNET_PORT=, STATE=, TRUSTED=)
	$(Q)etc/deps run
	$(Q)$(MAKE) --no-print-directory all
	$(Q)exec env TRAPDOOR_LIMITS_TRUSTED="$(TRUSTED)" $(BUILD)/trapdoor serve $(INIT) --state "$(STATE)" --ssh "[::]:$(SSH_PORT)" --telnet "[::]:$(TELNET_PORT)" $(ARGS)

play:	## play on this terminal, without a network
	$(Q)etc/deps run
	$(Q)$(MAKE) --no-print-directory all
	$(Q)exec $(BUILD)/trapdoor play $(INIT) --state "$(STATE)" $(ARGS)

test:	## install what is missing, build with sanitizers, and run every test and lint
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) STRICT=1 all manual benches
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(CLANG_SANITIZED) STRICT=1 all units fuzzers
	$(Q)tests/next
	$(Q)tests/next --release
	$(Q)tests/run

manual: $(manual)/made	## write the man pages and the completions to build/manual

# Each can be made alone.  One that fails or reaches its limit (a duration as of timeout) does not stop the others.
LONG = tidy valgrind corpus bench fuzz soak upgrades mutate powercut packages test-terminals test-site
LIMIT = 3h
test-long:	## what is too long for `make test`: each of LONG, for at most LIMIT=3h
	$(Q)failed=; for target in $(LONG); do echo "== make $$target"; \
		timeout -k 60 $(LIMIT) $(MAKE) --no-print-directory $$target || failed="$$failed $$target"; done; \
		[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

valgrind:	## the scenarios under valgrind: no use of memory that nobody has written
	$(Q)etc/deps long
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)valgrind -q --error-exitcode=1 --leak-check=full $(BUILD)/trapdoor lab scenario $(sort $(wildcard tests/engine/scenarios/*.txt))

corpus:	## recorded games, levels and saves under all builds
	$(Q)etc/deps test
	$(Q)tests/golden/corpus

unit:	## build and run the unit tests that T names (default all), sanitized or with FAST=1 not: make unit T=fov FAST=1
	$(if $(unit_src),,$(error no unit test is named '$(T)': tests/*/$(T)_test.c does not exist))
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(if $(FAST),$(QUICK),$(SANITIZED)) all units
	$(Q)tests/run --build build/$(if $(FAST),quick,san) --only '$(unit_src:tests/%_test.c=%)' unit

units: $(unit)
	@:

fuzzers: $(fuzz) $(if $(FUZZER),,$(BUILD)/tests/fuzz/seeds)
	@:

fuzz:	## look for new inputs that break it, each target for a minute (SECONDS=, TARGETS=)
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) BUILD=$(BUILD)/fuzz CC=clang FUZZER=1 OPTIMISE="-O2" \
		CFLAGS="-fsanitize=fuzzer-no-link $(SANITIZE)" LDFLAGS="-fsanitize=fuzzer $(SANITIZE)" fuzzers
	$(Q)for target in $(TARGETS); do tests/fuzz/run $(BUILD)/fuzz $$target $(SECONDS) || exit 1; done

mutate: N = 200
mutate:	## change lines of the product and report those that no test notices (N=, SEED=, FOLDERS=, JOBS=)
	$(Q)etc/deps test
	$(Q)tests/mutate --count $(N) --seed $(SEED) --jobs $(JOBS) $(FOLDERS:%=--folder %)

fault_tests = $(patsubst %.c,build/clang/%,$(wildcard tests/sql/fault*_test.c))
soak:	## at length: 1,000 kills, every fault of a disk (FAULTS=), 100,000 levels (LEVELS=), the balance of 3,000 games (GAMES=), line mode in 300 games, and its bot in as many pairs as GAMES=
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(CLANG_SANITIZED) all \
		$(fault_tests)
	$(Q)for test in $(fault_tests); do TRAPDOOR_SOAK=$(FAULTS) $$test || exit 1; done
	$(Q)TRAPDOOR_SOAK=$(FAULTS) tests/e2e/run killed_at_any_moment woken_too_late
	$(Q)$(MAKE) --no-print-directory $(BUILD)/tests/engine/levels_test
	$(Q)TRAPDOOR_SOAK=$(LEVELS) $(BUILD)/tests/engine/levels_test
	$(Q)$(MAKE) --no-print-directory $(BUILD)/tests/door/line_facts_test
	$(Q)TRAPDOOR_SOAK=300 $(BUILD)/tests/door/line_facts_test
	$(Q)$(MAKE) --no-print-directory $(BUILD)/tests/door/line_bot_test
	$(Q)TRAPDOOR_SOAK=$(GAMES) $(BUILD)/tests/door/line_bot_test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)tests/bands/run $(BUILD)/trapdoor $(GAMES)
	$(Q)tests/bands/curve $(BUILD)/trapdoor $$(($(GAMES) / 5))

powercut:	## cut the power of an emulated machine that serves games, and judge what is left (N=)
	$(Q)etc/deps powercut
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)TRAPDOOR=$(BUILD)/trapdoor nice -n 10 tests/powercut/run $(N)

PLAYERS = 200
upgrades:	## upgrade a server with PLAYERS=200 on it three times and go back once, and judge how long they wait
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)tests/next --release
	$(Q)TRAPDOOR=$(BUILD)/trapdoor TRAPDOOR_PLAYERS=$(PLAYERS) tests/e2e/run upgrades_under_load

TERMINALS =
test-terminals:	## show scenes in real xterm and PuTTY's pterm (TERMINALS=), and compare each cell of the screenshots, and read the rows that brltty shows
	$(Q)etc/deps terminals
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all benches
	$(Q)tests/terminals $(TERMINALS)
	$(Q)tests/braille

KEEP =
test-site:	## look at the pages of `trapdoor site` in headless Chromium (KEEP=FOLDER: keep the screenshots)
	$(Q)etc/deps site
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all
	$(Q)tests/site $(if $(KEEP),--keep $(KEEP))

bench:	## measure; the figures of docs/performance.md
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) all benches
	$(Q)tests/bench/run

ACCOUNTS = 1000000
RUNS = 10000000
LARGE = $(BUILD)/large
bench-large:	## measure the keeper on a large store, made in LARGE= (ACCOUNTS=1000000, RUNS=10000000: some 4 GB)
	$(Q)etc/deps test
	$(Q)$(MAKE) --no-print-directory -j$$(nproc) $(BUILD)/tests/bench/large
	$(Q)rm -rf $(LARGE)
	$(Q)$(BUILD)/tests/bench/large $(LARGE) $(ACCOUNTS) $(RUNS); status=$$?; rm -rf $(LARGE); exit $$status

benches: $(bench)
	@:

lint: all	## check the rules of CONTRIBUTING.md
	$(Q)tests/lint

tidy:	## clang-tidy with all of its checks, .clang-tidy's reasons aside
	$(Q)etc/deps test
	$(Q)tests/tidy

format:	## lay the code out by .clang-format
	$(Q)clang-format -i $(src) door/command/no_lab.c $(wildcard $(foreach f,engine vt100 sql door,$f/*.h $f/*/*.h) etc/manual/*.[ch] tests/*.h tests/*/*.[ch])

compile_commands.json:	## the command that compiles each source file, for editors and clang-tidy
	$(Q): $(file >$@,[)$(foreach s,$(src) $(test_src),$(file >>$@,{"directory": "$(CURDIR)"$(comma) "file": "$s"$(comma) \
		"command": "$(CC) $(CFLAGS) $(call source_flags,$s) -c $s"}$(comma)))
	$(Q)sed -i '$$ s/,$$/]/' $@
.PHONY: compile_commands.json

golden:	## renew the golden files from what the program does now (read the diff)
	$(Q)tests/golden/renew

services = $(wildcard etc/systemd/*) etc/trapdoor.openrc
RULES = $(shell sed -n 's/^.define ENGINE_RULES_VERSION //p' engine/engine.h)
# The program of each rules version is kept: runs that were begun under it are proven, replayed and carried over by it.
# Packages are made with DESTDIR; their own tools install what they need.
install: installed = $(DESTDIR)$(PREFIX)
install: settings = $(DESTDIR)$(SETTINGS)/trapdoor.conf
install:	## install below PREFIX (DESTDIR= is honoured); settings that exist stay as they are
	$(Q)$(if $(DESTDIR),,etc/deps run)
	$(Q)$(MAKE) --no-print-directory all manual
	install -d $(installed)/bin $(installed)/libexec/trapdoor/$(RULES) $(DESTDIR)$(SETTINGS)/bulletins
	install -m 755 $(BUILD)/trapdoor $(installed)/bin/trapdoor
	install -m 755 $(BUILD)/trapdoor $(installed)/libexec/trapdoor/$(RULES)/trapdoor
	for name in content keys names new-game neutral; do install -D -m 644 -t $(installed)/share/trapdoor/$$name etc/$$name/*.txt; done
	for name in fail2ban/filter.d fail2ban/jail.d; do install -D -m 644 -t $(installed)/share/trapdoor/$$name etc/$$name/*.conf; done
	install -D -m 644 -t $(installed)/share/trapdoor/grafana etc/grafana/trapdoor.json
	install -D -m 644 -t $(installed)/share/doc/trapdoor/examples etc/trapdoor.conf
	[ -e $(settings) ] || sed 's,^state = var$$,state = /var/lib/trapdoor,' $(firstword \
		$(wildcard $(installed)/share/trapdoor/trapdoor.conf) etc/trapdoor.conf) > $(settings)
	for file in $(services); do sed 's,/usr/local/etc/trapdoor,$(SETTINGS),g; s,/usr/local,$(PREFIX),g' $$file \
		> $(BUILD)/service && install -D -m 644 $(BUILD)/service $(installed)/share/trapdoor/$${file##*/}; done
	install -D -m 644 -t $(installed)/share/man/man1 $(manual)/man1/*.1
	install -D -m 644 -t $(installed)/share/man/man5 $(manual)/man5/*.5
	install -D -m 644 $(manual)/completion/trapdoor.bash $(installed)/share/bash-completion/completions/trapdoor
	install -D -m 644 $(manual)/completion/_trapdoor $(installed)/share/zsh/site-functions/_trapdoor
	install -D -m 644 $(manual)/completion/trapdoor.fish $(installed)/share/fish/vendor_completions.d/trapdoor.fish
	install -D -m 644 -t $(installed)/share/doc/trapdoor README.md CONTRIBUTING.md CHANGES.md LICENSE
	install -D -m 644 -t $(installed)/share/doc/trapdoor/docs docs/*.md docs/screen.svg
	install -D -m 644 -t $(installed)/share/doc/trapdoor/docs/scenes docs/scenes/*.svg

uninstall:	## remove what install wrote, but for the settings, the runs and the programs of older rules
	rm -f $(DESTDIR)$(PREFIX)/bin/trapdoor $(DESTDIR)$(PREFIX)/libexec/trapdoor/$(RULES)/trapdoor
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/trapdoor.1 $(DESTDIR)$(PREFIX)/share/man/man1/trapdoor-*.1
	rm -f $(DESTDIR)$(PREFIX)/share/man/man5/trapdoor.conf.5 $(DESTDIR)$(PREFIX)/share/man/man5/trapdoor-content.5 $(DESTDIR)$(PREFIX)/share/man/man5/trapdoor-keys.5
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/trapdoor $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_trapdoor
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/trapdoor.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/trapdoor $(DESTDIR)$(PREFIX)/share/doc/trapdoor
	-rmdir $(DESTDIR)$(PREFIX)/libexec/trapdoor/$(RULES) $(DESTDIR)$(PREFIX)/libexec/trapdoor 2>/dev/null
	@echo "these stay: $(DESTDIR)$(SETTINGS), the state directory, and programs of older rules in $(DESTDIR)$(PREFIX)/libexec/trapdoor"

deb:	## build Debian packages into build/deb
	$(Q)etc/deps deb
	$(Q)etc/debian/make build/deb

packages: deb	## install, upgrade, remove and purge the packages on a bare Debian (as root; MIRROR=)
	$(Q)tests/package build/deb

clean:	## remove what was built
	rm -rf build

$(PROGRAM): $(obj) $(PROGRAM).objects
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $(obj) $(LDFLAGS) $(LIBS)

# The objects that the program was linked from: it is linked again when there are others.
$(PROGRAM).objects: always
	@mkdir -p $(@D)
	@echo '$(obj)' | cmp -s - $@ || echo '$(obj)' > $@
always:

# An archive keeps nothing of files that were moved.
$(BUILD)/libtrapdoor.a: $(library_obj)
	@echo "  AR   $@"
	$(Q)rm -f $@
	$(Q)ar rcs --thin $@ $^
$(BUILD)/libtrapdoor.so: $(library_obj)
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(library_flags) $(LIBS)

# The flags of one source file.  The engine sees no extension of POSIX, so that it cannot use one by accident.
# The loops of compression and of distance maps teach a fuzzer nothing, and would be most of its time.
source_flags = $(if $(filter engine/%,$1),-D_POSIX_C_SOURCE=200809L,$(if $(filter vt100/%,$1),,-D_GNU_SOURCE)) \
	$(if $(STRICT),$(if $(filter tests/%,$1),,$(WARN_PRODUCT))) \
	$(if $(filter tests/%,$(filter-out tests/vt100/%,$1)),$(OPTIMISE_TESTS)) \
	$(if $(FUZZER),$(if $(filter $(UNTRACED),$(notdir $1)),-fno-sanitize=fuzzer-no-link,$(if $(filter $(UNCOMPARED),$(dir $1) $1),-fno-sanitize-coverage=trace-cmp)))
# In these folders and files nothing is compared with the bytes of an input, so that comparisons teach as little.
UNCOMPARED = engine/auto/ engine/base/ engine/generate/ engine/map/ engine/rules/ engine/state/ engine/view/ \
	engine/content/content_ask.c engine/save/save_planes.c
UNTRACED = compress%.c save_cells.c distance_map%.c fov.c

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) $(call source_flags,$<) -MMD -MP -c -o $@ $<

$(BUILD)/embed/builtin.c: etc/embed etc/content $(wildcard etc/content/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed door/config/builtin.h builtin_file $(wildcard etc/content/*.txt) > $@
$(BUILD)/embed/schema.c: etc/embed sql/schema $(wildcard sql/schema/*.sql)
	@mkdir -p $(@D)
	$(Q)etc/embed sql/schema.h schema_file $(wildcard sql/schema/*.sql) > $@
$(BUILD)/embed/neutral.c: etc/embed etc/neutral $(wildcard etc/neutral/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed engine/content/neutral.h neutral_file $(wildcard etc/neutral/*.txt) > $@
$(BUILD)/embed/new_game.c: etc/embed etc/new-game $(wildcard etc/new-game/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed door/lab/new_game.h new_game_file $(wildcard etc/new-game/*.txt) > $@
$(BUILD)/embed/names.c: etc/embed etc/names $(wildcard etc/names/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed door/text/name_list.h names_file etc/names/reserved.txt > $@
$(BUILD)/embed/keys.c: etc/embed etc/keys $(wildcard etc/keys/*.txt)
	@mkdir -p $(@D)
	$(Q)etc/embed door/play/key_builtin.h key_builtin_file $(wildcard etc/keys/*.txt) > $@
$(BUILD)/embed/site.c: etc/embed etc/site $(wildcard etc/site/*)
	@mkdir -p $(@D)
	$(Q)etc/embed door/site/site_builtin.h site_builtin_file $(wildcard etc/site/*) > $@
$(BUILD)/embed/%.o: $(BUILD)/embed/%.c
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# Linked with the program's objects: but main() has another name, and etc/manual has an arguments_parse of its own.
manual_obj := $(manual_src:%.c=$(BUILD)/%.o) $(manual)/main.o $(filter-out %/door/os/arguments.o,$(library_obj))
$(manual)/main.o: $(BUILD)/door/main.o
	@mkdir -p $(@D)
	$(Q)objcopy --redefine-sym main=trapdoor_main $< $@
$(manual)/write: $(manual_obj) $(PROGRAM).objects
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $(manual_obj) $(LDFLAGS) $(LIBS)
$(manual)/made: $(manual)/write $(wildcard etc/manual/*.mdoc)
	$(Q)$(manual)/write $(manual) etc/manual
	$(Q)touch $@

# The recorded games need the engine alone, without the files that only the lab uses.
runner_src := tests/golden/runner.c tests/golden/runs.c \
	$(filter-out engine/lab/scenario% engine/lab/lab_% engine/lab/fov_%,$(engine_src))
$(BUILD)/tests/golden/runner: $(runner_src:%.c=$(BUILD)/%.o) $(BUILD)/embed/neutral.o
	@echo "  TEST $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS)

# Makes the corpora's first inputs:  seeds FOLDER [TARGET].
$(BUILD)/tests/fuzz/seeds: fuzz_main =
# A target that defines a function of the product, as the keeper's target its hasher, has its own called.
$(fuzz) $(BUILD)/tests/fuzz/seeds: $(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(fuzz_main) $(needs_library)
	@echo "  FUZZ $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $< $(fuzz_main) $(link_library) $(LDFLAGS) $(LIBS)

$(unit) $(bench): %: %.o $(needs_library)
	@echo "  TEST $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $< $(link_library) $(LDFLAGS) $(LIBS) -lcmocka -lvterm -lm

-include $(wildcard $(patsubst %.c,$(BUILD)/%.d,$(src) $(manual_src) $(test_src)))
