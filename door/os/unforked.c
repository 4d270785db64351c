#include "door/os/unforked.h"

#include <assert.h>
#include <sys/mman.h>

void *unforked_new(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(memory != MAP_FAILED);
	int failed = madvise(memory, size, MADV_DONTFORK);
	assert(!failed);
	(void)failed;
	return memory;
}

void unforked_free(void *memory, size_t size)
{
	if (memory)
		munmap(memory, size);
}
