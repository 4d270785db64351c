/* Gases and missiles of a level as bytes. */
#include "engine/save/save_private.h"

/* ---- Gases ---- */

/* Writes each gas by its cells: the distance from the last one, and the amount. */
void save_gases(struct writer *writer, const struct level *level)
{
	bytes_begin(writer, COMPRESS_GAS);
	bytes_write_number(writer, level->gas_count);
	for (int i = 0; i < level->gas_count; i++) {
		const struct gas *gas = &level->gases[i];
		size_t last = 0, left = 0;
		for (size_t at = 0; at < level_cells(level); at++)
			left += gas->amounts[at] > 0;
		bytes_write_number(writer, gas->kind);
		bytes_write_number(writer, left);
		for (size_t at = 0; left > 0; at++) {
			if (gas->amounts[at] == 0)
				continue;
			bytes_write_number(writer, at - last);
			bytes_write_number(writer, gas->amounts[at]);
			last = at;
			left--;
		}
	}
}

void save_load_gases(struct reader *reader, struct game *game)
{
	size_t cells = level_cells(game->level);
	bytes_read_begin(reader, COMPRESS_GAS);
	int gases = (int)bytes_read_number(reader, GASES_MAX);
	for (int i = 0; i < gases && !reader->failed; i++) {
		uint16_t kind = save_read_kind(reader, game->content, IDS_CLOUD);
		size_t count = (size_t)bytes_read_number(reader, cells), at = 0;
		struct gas *gas = reader->failed ? NULL : gas_begin(game->level, kind);
		for (size_t n = 0; n < count && gas != NULL; n++) {
			at += (size_t)bytes_read_number(reader, cells);
			int amount = (int)bytes_read_number(reader, GAS_MOST);
			if (at >= cells || amount == 0 || gas->amounts[at] > 0 ||
				gas_add(game->level, gas, (int)at % game->level->width,
					(int)at / game->level->width, amount) != amount) {
				reader->failed = true;
				return;
			}
		}
		if (gas == NULL)
			reader->failed = true;
	}
}

/* ---- Missiles ---- */

static void carry_dice(struct carry *carry, struct dice *dice)
{
	CARRY_SIGNED(carry, dice->number, -100, 100);
	CARRY_SIGNED(carry, dice->sides, 0, 1000);
	CARRY_SIGNED(carry, dice->modifier, -1000, 1000);
}

static void carry_line(struct carry *carry, const struct level *level, struct missile *it)
{
	carry_cell(carry, level, &it->x, &it->y);
	carry_cell(carry, level, &it->from_x, &it->from_y);
	CARRY_FROM(carry, it->to_x, it->from_x, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX);
	CARRY_FROM(carry, it->to_y, it->from_y, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX);
	CARRY_SIGNED(carry, it->error, -1000, 1000);
	carry_must(carry, it->to_x != it->from_x || it->to_y != it->from_y);
}

static void carry_read_kind(
	struct carry *carry, const struct content *content, enum id_list list, uint16_t *kind)
{
	if (carry->reader != NULL)
		*kind = save_read_kind(carry->reader, content, list);
	else
		bytes_write_number(carry->writer, *kind);
}

static void carry_missile(struct carry *carry, const struct game *game, struct missile *it)
{
	const struct content *content = game->content;
	uint32_t now = game->clock.now;
	carry_begin(carry, COMPRESS_RECORD);
	carry_read_kind(carry, content, IDS_FLIGHT, &it->kind);
	if (carry_number(carry, it->item.count > 0, 1))
		carry_item(carry, content, &it->item);
	carry_line(carry, game->level, it);
	CARRY(carry, it->left, content->flights[it->kind].range + FARTHER_MOST);
	CARRY_BYTE(carry, it->bounced);
	CARRY(carry, it->source.slot, CREATURES_MAX - 1);
	CARRY(carry, it->source.generation, UINT16_MAX);
	CARRY_SIGNED(carry, it->accuracy, -1000, 1000);
	carry_dice(carry, &it->damage);
	CARRY(carry, it->blow, BLOWS_MAX);
	if (it->blow > 0)
		carry_read_kind(carry, content, IDS_CREATURE, &it->blow_of);
	uint32_t delay = it->ready > now ? it->ready - now : 0;
	CARRY_INTO(carry, it->ready, now + carry_number(carry, delay, DELAY_MOST));
	carry_must(carry, it->left > 0);
	carry_must(carry,
		!carry_goes_on(carry) || it->blow <= content->creatures[it->blow_of].blow_count);
}

void save_missiles(struct writer *writer, const struct game *game)
{
	struct carry carry = {.writer = writer};
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, game->air.count);
	for (int i = 0; i < game->air.count; i++)
		carry_missile(&carry, game, (struct missile *)(uintptr_t)&game->air.missiles[i]);
}

void save_load_missiles(struct reader *reader, struct game *game)
{
	struct carry carry = {.reader = reader};
	bytes_read_begin(reader, COMPRESS_RECORD);
	game->air.count = (uint16_t)bytes_read_number(reader, MISSILES_MAX);
	game->derived.queue.missile = 0;
	for (int i = 0; i < game->air.count && !reader->failed; i++) {
		struct missile *it = &game->air.missiles[i];
		*it = (struct missile){0};
		carry_missile(&carry, game, it);
		it->shown_x = it->x;
		it->shown_y = it->y;
	}
}
