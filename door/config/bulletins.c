#include "door/config/bulletins.h"

#include "door/config/complaint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Markup ---- */

/* Reads "role]" or "/]" after the bracket. Returns its byte, or 0. */
static char role_byte(const char **at)
{
	const char *close = strchr(*at, ']');
	size_t length = close ? (size_t)(close - *at) : 0;
	const char *word = *at;
	if (!close)
		return 0;
	*at = close + 1;
	if (length == 1 && *word == '/')
		return COLOUR_ROLE_BYTE_END;
	for (int role = 0; role < COLOUR_ROLE_COUNT; role++) {
		const char *known = colour_role_word((enum colour_role)role);
		if (strlen(known) == length && strncmp(known, word, length) == 0)
			return (char)(COLOUR_ROLE_BYTE + role);
	}
	return 0;
}

bool bulletin_mark(const char *text, char *marked, size_t size, struct complaint *complaint)
{
	size_t length = 0;
	bool coloured = false;
	complaint->line = 1;
	while (*text) {
		char c = *text++;
		if (c == '[' && *text != '[') {
			c = role_byte(&text);
			if (!c || coloured == (c != COLOUR_ROLE_BYTE_END))
				return complaint_say(complaint,
					"markup must be [role]text[/], and [[ for a bracket");
			coloured = !coloured;
		} else if (c == '[') {
			text++;
		} else if (c == '\n') {
			if (coloured)
				return complaint_say(
					complaint, "a colour ends on its line, with [/]");
			complaint->line++;
		} else if (c != '\t' && (c < ' ' || c > '~')) {
			return complaint_say(complaint, "must be printable ASCII");
		}
		if (length + 1 >= size)
			return complaint_say(
				complaint, "the text must be shorter than %zu bytes", size);
		marked[length++] = c == '\t' ? ' ' : c;
	}
	while (length && (marked[length - 1] == '\n' || marked[length - 1] == ' '))
		length--;
	marked[length] = '\0';
	return !coloured || complaint_say(complaint, "a colour ends on its line, with [/]");
}

/* ---- Files ---- */

static int is_bulletin(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return entry->d_name[0] != '.' && length > 4 && length < BULLETIN_NAME_MAX + 4 &&
	       strcmp(entry->d_name + length - 4, ".txt") == 0;
}

/* Place of a name in the order. */
static int place_of(const char *name)
{
	return strcmp(name, "motd.txt") == 0 ? 0 : strcmp(name, "news.txt") == 0 ? 1 : 2;
}

static int by_place(const struct dirent **one, const struct dirent **other)
{
	int difference = place_of((*one)->d_name) - place_of((*other)->d_name);
	return difference ? difference : strcmp((*one)->d_name, (*other)->d_name);
}

static bool read_file(struct bulletin *bulletin, const char *path, struct complaint *complaint)
{
	char text[BULLETIN_TEXT_MAX + 1];
	struct stat facts;
	FILE *file = fopen(path, "re");
	/* The last part of a long path says more than the first. */
	size_t length = strlen(path), room = sizeof complaint->origin - 1;
	snprintf(complaint->origin, sizeof complaint->origin, "%s",
		path + (length > room ? length - room : 0));
	complaint->line = 0;
	if (!file || fstat(fileno(file), &facts) != 0) {
		if (file)
			fclose(file);
		return complaint_say(complaint, "cannot read this bulletin: %s", strerror(errno));
	}
	size_t size = fread(text, 1, sizeof text - 1, file);
	bool broken = ferror(file);
	fclose(file);
	text[size] = '\0';
	if (broken || strlen(text) != size)
		return complaint_say(complaint, "must be a text file");
	bulletin->changed = facts.st_mtime > facts.st_ctime ? facts.st_mtime : facts.st_ctime;
	return bulletin_mark(text, bulletin->text, sizeof bulletin->text, complaint);
}

bool bulletins_read(struct bulletins *bulletins, const char *directory, struct complaint *complaint)
{
	struct dirent **names = NULL;
	int count = *directory ? scandir(directory, &names, is_bulletin, by_place) : 0;
	bool good = count >= 0 && count <= BULLETINS_MAX;
	bulletins->count = 0;
	complaint->line = 0;
	snprintf(complaint->origin, sizeof complaint->origin, "%.60s", directory);
	if (count < 0)
		return complaint_say(complaint, "cannot read the bulletins: %s", strerror(errno));
	if (!good)
		complaint_say(complaint, "must have at most %d bulletins", BULLETINS_MAX);
	for (int i = 0; i < count; i++) {
		char path[4352];
		struct bulletin *bulletin = &bulletins->each[bulletins->count];
		snprintf(path, sizeof path, "%.4000s/%s", directory, names[i]->d_name);
		good = good && read_file(bulletin, path, complaint);
		if (good) {
			snprintf(bulletin->name, sizeof bulletin->name, "%.*s",
				(int)strlen(names[i]->d_name) - 4, names[i]->d_name);
			bulletins->count += *bulletin->text != '\0';
		}
		free(names[i]);
	}
	free(names);
	return good;
}

uint64_t bulletins_stamp(const char *directory)
{
	struct dirent **names = NULL;
	int count = *directory ? scandir(directory, &names, is_bulletin, by_place) : 0;
	uint64_t stamp = (uint64_t)count;
	for (int i = 0; i < count; i++) {
		char path[4352];
		struct stat facts = {.st_size = 0};
		snprintf(path, sizeof path, "%.4000s/%s", directory, names[i]->d_name);
		if (stat(path, &facts) == 0)
			stamp = stamp * 0x100000001b3 ^ (uint64_t)facts.st_ino ^
				(uint64_t)facts.st_size << 20 ^
				(uint64_t)facts.st_ctim.tv_sec * 1000000007 ^
				(uint64_t)facts.st_ctim.tv_nsec;
		free(names[i]);
	}
	free(names);
	return stamp;
}

/* ---- Memory for all sessions ---- */

int bulletins_share(struct bulletin_memory **memory)
{
	const size_t size = sizeof **memory;
	int descriptor = memfd_create("bulletins", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	void *mapped = MAP_FAILED;
	if (descriptor >= 0 && ftruncate(descriptor, (off_t)size) == 0)
		mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	/* The mapping of this process stays writable. */
	if (mapped != MAP_FAILED && madvise(mapped, size, MADV_DONTFORK) == 0 &&
		fcntl(descriptor, F_ADD_SEALS,
			F_SEAL_FUTURE_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
		*memory = mapped;
		return descriptor;
	}
	if (mapped != MAP_FAILED)
		munmap(mapped, size);
	if (descriptor >= 0)
		close(descriptor);
	return -1;
}

void bulletins_publish(struct bulletin_memory *memory, const struct bulletins *bulletins)
{
	unsigned next = !atomic_load(&memory->current);
	memory->sides[next] = *bulletins;
	atomic_store(&memory->current, next);
}

const struct bulletin_memory *bulletins_map(int descriptor)
{
	void *mapped =
		mmap(NULL, sizeof(struct bulletin_memory), PROT_READ, MAP_SHARED, descriptor, 0);
	return mapped == MAP_FAILED ? NULL : mapped;
}

const struct bulletins *bulletins_now(const struct bulletin_memory *memory)
{
	return memory ? &memory->sides[atomic_load(&memory->current) & 1] : NULL;
}
