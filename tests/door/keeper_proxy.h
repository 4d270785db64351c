/*
 * A process between a session and its keeper, which answers requests in the keeper's place: with
 * refusals and failures that a real keeper gives only when its disk fails.
 */
#ifndef TRAPDOOR_TESTS_KEEPER_PROXY_H
#define TRAPDOOR_TESTS_KEEPER_PROXY_H

#include "tests/test.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/store/keeper_wire.h"

#define PROXY_RULES_MAX 16

/* In memory that the test shares with the proxy. */
struct proxy_rules {
	struct proxy_rule {
		unsigned number;  /* of the request */
		unsigned verdict; /* enum keeper_verdict, or PROXY_SILENCE */
		unsigned passed;  /* so many requests are the keeper's first */
		unsigned times;   /* so many are answered here then */
		char sentence[120];
	} rules[PROXY_RULES_MAX];
};
#define PROXY_SILENCE 200

static inline struct proxy_rules *proxy_rules_new(void)
{
	void *shared = mmap(NULL, sizeof(struct proxy_rules), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return shared == MAP_FAILED ? NULL : shared;
}

/* The number of a request by its name in lower case; 0 when there is none. */
static inline unsigned proxy_request(const char *name)
{
	static const struct {
		const char *name;
		unsigned number;
	} rows[] = {
#define ROW(id, number, name, asker) {#name, number},
		KEEPER_REQUESTS(ROW)
#undef ROW
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].number;
	return 0;
}

/* "REQUEST VERDICT PASSED TIMES SENTENCE", in numbers but the request and the sentence. */
static inline bool proxy_rule_add(struct proxy_rules *rules, const char *text)
{
	char name[40];
	struct proxy_rule rule = {0};
	int at = 0, end = 0;

	if (sscanf(text, "%39s %u %u %u%n", name, &rule.verdict, &rule.passed, &rule.times, &end) !=
		4)
		return false;
	rule.number = proxy_request(name);
	snprintf(rule.sentence, sizeof rule.sentence, "%s", text[end] ? text + end + 1 : "");
	while (at < PROXY_RULES_MAX && rules->rules[at].times > 0)
		at++;
	if (!rule.number || at == PROXY_RULES_MAX)
		return false;
	rules->rules[at] = rule;
	return true;
}

static inline struct proxy_rule *proxy_rule_for(
	struct proxy_rules *rules, const struct wire_reader *message)
{
	for (int i = 0; i < PROXY_RULES_MAX; i++) {
		struct proxy_rule *rule = &rules->rules[i];

		if (rule->times == 0 || message->kind != WIRE_REQUEST ||
			(message->number & ~WIRE_RESENT) != rule->number)
			continue;
		if (rule->passed > 0) {
			rule->passed--;
			return NULL;
		}
		rule->times--;
		return rule;
	}
	return NULL;
}

/* True while both ends are open. */
static inline bool proxy_pass(struct proxy_rules *rules, int from, int to)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX], answer[1024];
	struct wire_reader message;
	struct wire_writer out;
	struct proxy_rule *rule = NULL;
	struct wire_descriptors handed;
	ssize_t got = wire_receive(from, bytes, sizeof bytes, &handed);
	bool sent;

	if (got <= 0)
		return false;
	if (handed.count > 0) {
		sent = wire_send(to, bytes, (size_t)got, &handed);
		wire_close(&handed);
		return sent;
	}
	if (rules && wire_read(&message, bytes, (size_t)got))
		rule = proxy_rule_for(rules, &message);
	if (!rule)
		return send(to, bytes, (size_t)got, MSG_NOSIGNAL) == got;
	if (rule->verdict == PROXY_SILENCE)
		return true;
	wire_begin(&out, answer, sizeof answer, WIRE_ANSWER, 0, message.serial);
	wire_put_u8(&out, (uint8_t)rule->verdict);
	wire_put_text(&out, rule->sentence);
	return send(from, out.bytes, out.size, MSG_NOSIGNAL) == (ssize_t)out.size;
}

/* Starts a proxy that ends when either end is closed.  Takes both over. */
static inline pid_t proxy_start(struct proxy_rules *rules, int session, int keeper)
{
	struct pollfd ends[] = {{session, POLLIN, 0}, {keeper, POLLIN, 0}};
	pid_t child = fork();

	if (child != 0) {
		close(session);
		close(keeper);
		return child;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (poll(ends, 2, 20000) > 0) {
		if ((ends[0].revents && !proxy_pass(rules, session, keeper)) ||
			(ends[1].revents && !proxy_pass(NULL, keeper, session)))
			break;
	}
	_exit(0);
}

#endif
