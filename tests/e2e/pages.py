"""Judges the pages of a site: valid, accessible, all links there, readable without scripts.

Two validators from packages read each page: tidy, and html5lib's strict parser.
"""
import os
import re
import subprocess
import urllib.parse
import xml.etree.ElementTree as tree

import html5lib

from waiting import check

NAMES = re.compile(r"[a-z0-9-]+(\.[a-z0-9]+)?")
LANDMARKS = ("header", "nav", "main", "footer")
CONTRAST_LEAST = 7          # WCAG 2, level AAA
HTML = "{http://www.w3.org/1999/xhtml}"


def all_files(folder):
    """The paths of all files below a folder but those whose names begin with a dot."""
    return sorted(os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names
                  if not name.startswith("."))


def read(folder, path):
    with open(os.path.join(folder, path), encoding="utf-8") as file:
        return file.read()


def check_valid(folder, path):
    result = subprocess.run(["tidy", "-errors", "-quiet", os.path.join(folder, path)], capture_output=True, text=True, check=False)
    check(result.returncode == 0, f"tidy on {path}: {result.stderr[:1500]}")
    text = read(folder, path)
    check(all(" " <= byte <= "~" or byte == "\n" for byte in text), f"{path} has a byte that is no printable ASCII")
    return html5lib.HTMLParser(strict=True).parse(text)


def check_accessible(path, page):
    check(page.get("lang") == "en", f"{path} has no language")
    found = [element.tag.replace(HTML, "") for element in page.iter() if isinstance(element.tag, str)]
    for landmark in LANDMARKS:
        check(found.count(landmark) == 1, f"{path} has {found.count(landmark)} of {landmark}")
    levels = [int(tag[1]) for tag in found if re.fullmatch("h[1-6]", tag)]
    check(levels.count(1) == 1 and levels[0] == 1, f"{path} has the headings {levels}")
    check(all(after <= before + 1 for before, after in zip(levels, levels[1:])), f"{path} skips a heading: {levels}")
    check("viewport" in [element.get("name") for element in page.iter(f"{HTML}meta")], f"{path} has no viewport")
    for table in page.iter(f"{HTML}table"):
        check(table.find(f"{HTML}caption") is not None, f"{path} has a table without a caption")
        check(all(cell.get("scope") for cell in table.iter(f"{HTML}th")), f"{path} has a head of a table without a scope")
    for image in page.iter(f"{HTML}img"):
        check(image.get("alt"), f"{path} has an image without words")
    for pre in page.iter(f"{HTML}pre"):
        check(pre.get("tabindex") == "0" and pre.get("aria-label"), f"{path} has a text that keys cannot scroll")
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    check(len(ids) == len(set(ids)), f"{path} has an id twice: {ids}")
    for element in page.iter():
        wanted = element.get("aria-labelledby")
        check(not wanted or wanted in ids, f"{path} is labelled by {wanted}, which is not there")


def links_of(page):
    for element in page.iter():
        for name in ("href", "src", "data-cast"):
            if element.get(name):
                yield element.get(name)


def check_links(folder, path, page):
    for link in links_of(page):
        check(not urllib.parse.urlparse(link).scheme, f"{path} leads away to {link}")
        if link.startswith("#"):
            continue
        target = os.path.normpath(os.path.join(folder, os.path.dirname(path), link))
        check(target.startswith(folder) and os.path.isfile(target), f"{path} leads to {link}, which is not there")


def check_scripts(path, page):
    """A script comes from a file, so that a policy can forbid all others; what it shows is there without it, too."""
    for script in page.iter(f"{HTML}script"):
        check(script.get("src") and not (script.text or "").strip(), f"{path} has a script in it")
    for element in page.iter():
        check(not any(name.startswith("on") or name == "style" for name in element.keys()), f"{path} has code in an element")


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def check_colours(style):
    """Both schemes: each colour of text on each ground."""
    schemes = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    check(len(schemes) == 2 and "prefers-color-scheme: dark" in style, "the style has no light and dark scheme")
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", scheme))
        for text in ("text", "quiet", "link", "mark"):
            for ground in ("ground", "stone"):
                found = contrast(colours[text], colours[ground])
                check(found >= CONTRAST_LEAST, f"{text} on {ground} has a contrast of {found:.1f}")


def check_site(folder):
    """Judges all files of a site; returns their paths."""
    paths = all_files(folder)
    for path in paths:
        check(all(NAMES.fullmatch(part) for part in path.split("/")), f"{path} is no safe name")
        if path.endswith(".html"):
            page = check_valid(folder, path)
            check_accessible(path, page)
            check_links(folder, path, page)
            check_scripts(path, page)
    feed = tree.fromstring(read(folder, "feed.xml"))
    check(feed.tag == "{http://www.w3.org/2005/Atom}feed", f"the feed is a {feed.tag}")
    for line in read(folder, "xlogfile").splitlines():
        check(all("=" in field for field in line.split("\t")), f"the xlogfile has the line {line}")
    check_colours(read(folder, "assets/site.css"))
    return paths
