#include "door/command/log_config.h"

bool log_config(
	const struct config *config, struct log_settings *settings, char *sentence, size_t size)
{
	return log_settings_parse(settings, config->monitor_log_level, config->monitor_log,
		config->monitor_log_to, sentence, size);
}
