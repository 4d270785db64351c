"""The terminal that screens are read by: pyte, with what it lacks."""
import pyte
import pyte.graphics

pyte.graphics.FG_AIXTERM[97] = "ffffff"     # to pyte it is the white of 37

class Screen(pyte.Screen):
    """pyte's screen with the scrolls that it lacks (SU, SD), and with margins that ESC [ r takes away.

    A cursor that was saved stays saved, as on real terminals: pyte has a stack, and restores each cursor once.
    The text of a row is made once after each change of it: pyte makes all of them each time.
    """

    def __init__(self, columns, lines):
        self.rows = {}
        super().__init__(columns, lines)

    @property
    def display(self):
        for y in self.dirty:
            self.rows[y] = "".join(self.buffer[y][x].data for x in range(self.columns))
        self.dirty.clear()
        return [self.rows[y] for y in range(self.lines)]

    def save_cursor(self):
        self.savepoints.clear()
        super().save_cursor()

    def restore_cursor(self):
        super().restore_cursor()
        self.save_cursor()

    def set_margins(self, top=None, bottom=None):
        super().set_margins(top or 1, bottom or self.lines)

    def scroll(self, count, move):
        top, bottom = self.margins or (0, self.lines - 1)
        at = self.cursor.x, self.cursor.y
        self.cursor.y = bottom if move == self.index else top
        for _ in range(count or 1):
            move()
        self.cursor.x, self.cursor.y = at

    def scroll_up(self, count=1, **_):
        self.scroll(count, self.index)

    def scroll_down(self, count=1, **_):
        self.scroll(count, self.reverse_index)


SCROLLS = {"S": "scroll_up", "T": "scroll_down"}


class Stream(pyte.Stream):
    csi = {**pyte.Stream.csi, **SCROLLS}
    events = pyte.Stream.events | set(SCROLLS.values())


class ByteStream(pyte.ByteStream):
    csi = Stream.csi
    events = Stream.events
