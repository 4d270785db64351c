"""A report of tables, notes and plots: as text for a terminal, and as one page of XHTML that needs no other file.

The text has the tables and notes; the page has the plots too, drawn by matplotlib as inline SVG.  The page is light or dark
as the reader's window is.
"""
import html
import io
import re

TEXT_BAR, PAGE_BAR = 25, 140    # characters, pixels
INK, RULE = "#1d1d1c", "#d9d5cb"
LINES = ("#1f5fa9", "#b3452d")
# What the page draws with instead, light and dark.
NAMES = {INK: "--ink", RULE: "--rule", LINES[0]: "--line0", LINES[1]: "--line1"}
STYLE = """
:root{color-scheme:light dark;--back:#fbfaf7;--ink:#1d1d1b;--dim:#6a675f;--rule:#d9d5ca;--line0:#1f5fa8;--line1:#b3452c}
@media (prefers-color-scheme:dark){:root{--back:#16181a;--ink:#e8e4da;--dim:#9a968c;--rule:#3a3d40;--line0:#7fb2ee;--line1:#f0937b}}
body{background:var(--back);color:var(--ink);font:15px/1.45 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .4rem}p{margin:.3rem 0;color:var(--dim)}svg{max-width:100%;height:auto}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th{color:var(--dim);font-weight:normal}th:first-child,td:first-child{text-align:left}.bar{height:10px;background:var(--line0)}
"""


class Table:
    def __init__(self, title, headings):
        self.title, self.headings, self.rows = title, headings, []

    def row(self, *cells, share=None):
        """share, from 0 to 1, is drawn as a bar after the row."""
        assert len(cells) == len(self.headings), f"{self.title}: {cells}"
        self.rows.append(([str(cell) for cell in cells], share))

    def text(self):
        every = [self.headings] + [cells for cells, _ in self.rows]
        widths = [max(len(cells[column]) for cells in every) for column in range(len(self.headings))]

        def line(cells):
            first, *rest = (f"{cell:{'<' if column == 0 else '>'}{widths[column]}}" for column, cell in enumerate(cells))
            return "  " + "  ".join([first] + rest).rstrip()

        yield ""
        yield self.title
        yield line(self.headings)
        for cells, share in self.rows:
            bar = "#" * min(TEXT_BAR, int((share or 0) * TEXT_BAR + 0.5))
            yield f"{line(cells)}  {bar}".rstrip()

    def page(self):
        bars = any(share is not None for _, share in self.rows)
        yield element("h2", self.title)
        yield '<div class="wide"><table><thead><tr>'
        yield "".join(element("th", cell) for cell in self.headings) + ("<th></th>" if bars else "") + "</tr></thead><tbody>"
        for cells, share in self.rows:
            bar = f'<td><div class="bar" style="width:{min(share or 0, 1) * PAGE_BAR:.1f}px"></div></td>' if bars else ""
            yield f"<tr>{''.join(element('td', cell) for cell in cells)}{bar}</tr>"
        yield "</tbody></table></div>"


class Note:
    def __init__(self, sentence):
        self.sentence = sentence

    def text(self):
        yield f"  {self.sentence}"

    def page(self):
        yield element("p", self.sentence)


class Plot:
    """Lines over one axis, each with a band about it."""

    def __init__(self, title, across, up):
        self.title, self.across, self.up, self.lines = title, across, up, []

    def line(self, name, points):
        """points: (x, y, low, high) from left to right; low and high are the edges of the band."""
        self.lines.append((name, list(points)))

    def text(self):
        return ()

    def page(self):
        yield element("h2", self.title)
        yield draw(self)


def draw(plot):
    """The plot as an SVG element.  Loads matplotlib, which the text of a report does without."""
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot
    style = {"svg.fonttype": "none", "svg.hashsalt": plot.title, "font.family": "sans-serif", "font.size": 10, "text.color": INK,
             "axes.labelcolor": INK, "axes.edgecolor": RULE, "xtick.color": INK, "ytick.color": INK, "grid.color": RULE,
             "axes.spines.top": False, "axes.spines.right": False}
    with matplotlib.rc_context(style):
        figure, axes = matplotlib.pyplot.subplots(figsize=(9, 3.5), layout="constrained")
        for colour, (name, points) in zip(LINES, plot.lines):
            x, y, low, high = zip(*points) if points else ((), (), (), ())
            axes.plot(x, y, color=colour, label=name)
            axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.set(xlabel=plot.across, ylabel=plot.up)
        axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
        axes.grid(axis="y")
        axes.legend(frameon=False)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
        matplotlib.pyplot.close(figure)
    svg = drawn.getvalue()[drawn.getvalue().index("<svg"):]
    for colour, name in NAMES.items():
        svg = svg.replace(colour, f"var({name})")
    # The names of the groups would be the same in each plot of a page.
    return re.sub(r'<g id="[^"]*"', "<g", svg)


def element(name, text):
    return f"<{name}>{html.escape(text)}</{name}>"


class Report:
    def __init__(self, title):
        self.title, self.parts = title, []

    def _add(self, part):
        self.parts.append(part)
        return part

    def table(self, title, *headings):
        return self._add(Table(title, headings))

    def plot(self, title, across, up):
        return self._add(Plot(title, across, up))

    def note(self, sentence):
        self._add(Note(sentence))

    def text(self):
        return "\n".join([self.title, *(line for part in self.parts for line in part.text())]) + "\n"

    def page(self):
        head = (f'<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>{element("title", self.title)}'
                f"<style>{STYLE}</style></head>")
        body = "\n".join([element("h1", self.title), *(line for part in self.parts for line in part.page())])
        return (f'<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en">{head}<body>\n{body}\n</body></html>\n')
