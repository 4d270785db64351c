/* What is in the air of a level, as bytes: gases, and what flies. */
#include "engine/save/save_private.h"

/* ---- Gases ---- */

/* Each gas by its cells: how far from the last, and how thick. */
void save_gases(struct writer *writer, const struct level *level)
{
	bytes_begin(writer, SQUEEZE_GAS);
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
	bytes_read_begin(reader, SQUEEZE_GAS);
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

/* ---- What flies ---- */

static void write_dice(struct writer *writer, struct dice dice)
{
	bytes_write_signed(writer, dice.number);
	bytes_write_signed(writer, dice.sides);
	bytes_write_signed(writer, dice.modifier);
}

static void write_missile(struct writer *writer, const struct game *game, const struct missile *it)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, it->kind);
	bytes_write_byte(writer, it->item.count > 0);
	if (it->item.count > 0)
		save_item(writer, &it->item);
	save_cell(writer, it->x, it->y);
	save_cell(writer, it->from_x, it->from_y);
	bytes_write_signed(writer, it->to_x - it->from_x);
	bytes_write_signed(writer, it->to_y - it->from_y);
	bytes_write_signed(writer, it->error);
	bytes_write_number(writer, it->left);
	bytes_write_byte(writer, it->bounced);
	bytes_write_number(writer, it->source.slot);
	bytes_write_number(writer, it->source.generation);
	bytes_write_signed(writer, it->accuracy);
	write_dice(writer, it->damage);
	bytes_write_byte(writer, it->blow);
	if (it->blow > 0)
		bytes_write_number(writer, it->blow_of);
	bytes_write_number(writer, it->ready > game->clock.now ? it->ready - game->clock.now : 0);
}

void save_missiles(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, game->air.count);
	for (int i = 0; i < game->air.count; i++)
		write_missile(writer, game, &game->air.missiles[i]);
}

static struct dice read_dice(struct reader *reader)
{
	struct dice dice;
	dice.number = (int16_t)bytes_read_signed(reader, -100, 100);
	dice.sides = (int16_t)bytes_read_signed(reader, 0, 1000);
	dice.modifier = (int16_t)bytes_read_signed(reader, -1000, 1000);
	return dice;
}

static void read_missile_line(struct reader *reader, const struct game *game, struct missile *it)
{
	const struct level *level = game->level;
	save_load_cell(reader, level, &it->x, &it->y);
	save_load_cell(reader, level, &it->from_x, &it->from_y);
	it->told_x = it->x;
	it->told_y = it->y;
	it->to_x = (int16_t)(it->from_x +
			     bytes_read_signed(reader, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX));
	it->to_y = (int16_t)(it->from_y +
			     bytes_read_signed(reader, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX));
	it->error = (int16_t)bytes_read_signed(reader, -1000, 1000);
	if (it->to_x == it->from_x && it->to_y == it->from_y)
		reader->failed = true;
}

static void read_missile(struct reader *reader, const struct game *game, struct missile *it)
{
	const struct content *content = game->content;
	bytes_read_begin(reader, SQUEEZE_RECORD);
	*it = (struct missile){.kind = save_read_kind(reader, content, IDS_FLIGHT)};
	if (bytes_read_number(reader, 1))
		it->item = save_load_item(reader, content);
	read_missile_line(reader, game, it);
	it->left =
		(uint8_t)bytes_read_number(reader, content->flights[it->kind].range + FARTHER_MOST);
	it->bounced = bytes_read_byte(reader) & 0xff;
	it->source.slot = (uint16_t)bytes_read_number(reader, CREATURES_MAX - 1);
	it->source.generation = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	it->accuracy = (int16_t)bytes_read_signed(reader, -1000, 1000);
	it->damage = read_dice(reader);
	it->blow = (uint8_t)bytes_read_number(reader, BLOWS_MAX);
	if (it->blow > 0)
		it->blow_of = save_read_kind(reader, content, IDS_CREATURE);
	it->ready = game->clock.now + (uint32_t)bytes_read_number(reader, DELAY_MOST);
	if (it->left == 0 ||
		(!reader->failed && it->blow > content->creatures[it->blow_of].blow_count))
		reader->failed = true;
}

void save_load_missiles(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, SQUEEZE_RECORD);
	game->air.count = (uint16_t)bytes_read_number(reader, MISSILES_MAX);
	game->derived.queue.missile = 0;
	for (int i = 0; i < game->air.count && !reader->failed; i++)
		read_missile(reader, game, &game->air.missiles[i]);
}
