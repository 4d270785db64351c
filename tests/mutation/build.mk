# Builds that tests/mutate needs beside those of the Makefile, which runs in a copy of the source tree.
include Makefile

# The program and the player of recorded games, linked like the tests to the shared library.
programs := $(BUILD)/tests/mutation/trapdoor $(BUILD)/tests/mutation/runner
mutation_programs: $(programs)
$(BUILD)/tests/mutation/trapdoor: $(BUILD)/door/main.o
$(BUILD)/tests/mutation/runner: $(BUILD)/tests/golden/runner.o $(BUILD)/tests/golden/runs.o
$(programs): | $(library)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(link_library) $(LDFLAGS) $(LIBS)
# Some tests run the program that is built beside them.
	$(Q)ln -sf tests/mutation/trapdoor $(BUILD)/trapdoor

library: $(library)

# The commands that compile SOURCE and link the library, for mutants of one file.
commands:
	@echo '$(CC) $(CFLAGS) $(call source_flags,$(SOURCE))'
	@echo '$(CC) $(CFLAGS) -shared -Wl,-soname,$(notdir $(library)) $(library_flags)'
	@echo '$(library_obj)'
	@echo '$(LIBS)'

.PHONY: mutation_programs library commands
