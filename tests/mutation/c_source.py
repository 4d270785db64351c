"""Finds the places of a C file that can be changed, and makes the changes.

A tokenizer reads the file. Preprocessor lines, comments, strings, assertions, sizeof, labels of cases, sizes of declared
arrays and all that stands outside functions are left as they are. A change need not compile: the caller discards those
that do not.
"""
import bisect
import collections
import re

TOKEN = re.compile(r"""
    (?P<space>[ \t\r\n\f]+|//[^\n]*|/\*.*?\*/)
  | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
  | (?P<char>[uUL]?'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[0-9a-zA-Z_.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[][{}().,;:?~!<>=+*/%&|^-])
""", re.X | re.S)
DIRECTIVE = re.compile(r"^[ \t]*\#(?:[^\n\\]|\\.|\\\n|/\*.*?\*/)*", re.M | re.S)
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$")

KEYWORDS = set("return case sizeof else do goto if while for switch default break continue".split())
TYPES = set("""struct enum union const static volatile register extern typedef inline int char unsigned signed long short
    float double bool void size_t ssize_t""".split())
ASSERTIONS = {"assert", "_Static_assert", "static_assert"}
UNTOUCHED = ASSERTIONS | {"sizeof", "_Alignof", "offsetof"}
CLOSING = {"(": ")", "[": "]", "{": "}"}

# One operator for another. The first changes the bounds of a comparison, the second negates it.
OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "&&": ("||",), "||": ("&&",), "+=": ("-=",), "-=": ("+=",), "++": ("--",), "--": ("++",),
    "|=": ("&=",), "&=": ("|=",), "<<": (">>",), ">>": ("<<",),
}
BINARY = {"+": "-", "-": "+", "&": "|", "|": "&"}
WORDS = {"true": "false", "false": "true"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}

Token = collections.namedtuple("Token", "kind text start end")
Mutant = collections.namedtuple("Mutant", "id path line function what edits original mutated")


class Unbalanced(Exception):
    """The file does not parse: a bracket is not closed."""


def tokens_of(text):
    directives = [(match.start(), match.end()) for match in DIRECTIVE.finditer(text)]
    tokens, at, directive = [], 0, 0
    while at < len(text):
        while directive < len(directives) and directives[directive][1] <= at:
            directive += 1
        if directive < len(directives) and directives[directive][0] <= at:
            at = directives[directive][1]
            continue
        match = TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        at = match.end()
        if match.lastgroup == "space":
            # A comment may swallow what looks like a directive; blanks end where a directive begins.
            if not match.group().lstrip().startswith(("//", "/*")) and directive < len(directives):
                at = min(at, max(directives[directive][0], match.start() + 1))
            continue
        tokens.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return tokens


def closing_of(tokens, at):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].text in CLOSING and tokens[index].kind == "mark"
        depth -= tokens[index].text in (")", "]", "}") and tokens[index].kind == "mark"
        if depth == 0:
            return index
    raise Unbalanced(tokens[at].text)


def opening_of(tokens, at):
    depth = 0
    for index in range(at, -1, -1):
        depth += tokens[index].text == ")"
        depth -= tokens[index].text == "("
        if depth == 0:
            return index
    raise Unbalanced(")")


def functions_of(tokens):
    """Yields name, tokens of the return type, and the indices of the braces."""
    at = begins = 0
    while at < len(tokens):
        text = tokens[at].text
        if text == "{" and at > 0:
            end = closing_of(tokens, at)
            if tokens[at - 1].text == ")":
                opening = opening_of(tokens, at - 1)
                if opening > begins and tokens[opening - 1].kind == "name":
                    yield tokens[opening - 1].text, tokens[begins:opening - 1], at, end
            at = begins = end + 1
            continue
        at += 1
        if text == ";":
            begins = at


def return_kind(type_tokens):
    """What a function returns: bool, pointer, number, or None if it cannot be changed."""
    words = [token.text for token in type_tokens]
    if "*" in words:
        return "pointer"
    if "bool" in words:
        return "bool"
    if "struct" in words or "union" in words or "void" in words:
        return None
    return "number"


def is_declaration(tokens):
    words = [token.text for token in tokens]
    if words[0] in TYPES or words[0].endswith("_t"):
        return True
    if tokens[0].kind != "name" or len(tokens) < 3:
        return False
    at = 1
    while words[at] == "*" and at < len(tokens) - 1:
        at += 1
    return tokens[at].kind == "name"


class Function:
    """Collects the edits of one function: (token index, description, edits)."""

    def __init__(self, tokens, kind, begin, end):
        self.tokens, self.kind, self.begin, self.end = tokens, kind, begin, end
        self.found, self.untouched = [], set()
        at = begin + 1
        while at < end:
            at = self.statement(at)
        self.operators()

    def replace(self, at, what, new, last=None):
        last = at if last is None else last
        self.found.append((at, what, ((self.tokens[at].start, self.tokens[last].end, new),)))

    def surround(self, at, last, what, before, after):
        start, end = self.tokens[at].start, self.tokens[last].end
        self.found.append((at, what, ((start, start, before), (end, end, after))))

    def statement(self, at):
        """Notes the changes of the statement at `at`; returns where the next one begins."""
        text = self.tokens[at].text
        if text in ("{", "}", ";", "else", "do"):
            return at + 1
        if text in ("if", "while", "for", "switch") and self.tokens[at + 1].text == "(":
            end = closing_of(self.tokens, at + 1)
            if text in ("if", "while"):
                self.surround(at + 2, end - 1, "condition negated", "!(", ")")
            return end + 1
        if text in ("case", "default"):
            end = self.find(at, ":")
            self.untouched.update(range(at, end))
            return end + 1
        if self.tokens[at].kind == "name" and self.tokens[at + 1].text == ":":
            return at + 2
        end = self.find(at, ";")
        if self.tokens[end].text == "}":
            return end
        if text in ("break", "continue"):
            self.replace(at, f"{text} removed", "")
        elif text == "return":
            self.returned(at, end)
        elif text != "goto":
            self.simple(at, end)
        return end + 1

    def find(self, at, wanted):
        """The next token `wanted` outside brackets, or the brace that closes the block."""
        while at < self.end:
            text = self.tokens[at].text
            if text == wanted or text == "}":
                return at
            at = closing_of(self.tokens, at) + 1 if text in CLOSING else at + 1
        return self.end

    def returned(self, at, end):
        if end == at + 1 or self.kind is None:
            return
        value = self.tokens[at + 1] if end == at + 2 else None
        if self.kind == "bool" and not (value and value.text in WORDS):
            self.surround(at + 1, end - 1, "returned value negated", "!(", ")")
        elif self.kind == "pointer" and not (value and value.text == "NULL"):
            self.replace(at + 1, "NULL returned", "NULL", end - 1)
        elif self.kind == "number" and not (value and value.kind == "number"):
            self.replace(at + 1, "0 returned", "0", end - 1)
            self.surround(at + 1, end - 1, "returned value off by one", "(", ") + 1")

    def simple(self, at, end):
        """A declaration, a call or an assignment."""
        words = self.tokens[at:end]
        if words[0].text in ASSERTIONS:
            return
        if is_declaration(words + [self.tokens[end]]):
            for index in range(at, end):
                if self.tokens[index].text == "=":
                    break
                if self.tokens[index].text == "[":
                    self.untouched.update(range(index, closing_of(self.tokens, index)))
            return
        if [word.text for word in words[:3]] == ["(", "void", ")"] and len(words) == 4:
            return
        if any(word.text in ASSIGNMENTS for word in words):
            self.replace(at, "assignment deleted", "", end - 1)
        elif any(word.text == "(" for word in words[1:]):
            self.replace(at, "call deleted", "", end - 1)

    def operators(self):
        at = self.begin + 1
        while at < self.end:
            token = self.tokens[at]
            if token.text in UNTOUCHED and self.tokens[at + 1].text == "(":
                end = closing_of(self.tokens, at + 1)
                # An assertion is not changed at all; neither is the statement around it.
                self.untouched.update(range(at, end + 1))
                at = end + 1
                continue
            if at not in self.untouched:
                self.operator(at, token)
            at += 1
        self.found = [each for each in self.found if each[0] not in self.untouched or "deleted" in each[1]]

    def operator(self, at, token):
        if token.kind == "number":
            self.constant(at, token)
        elif token.kind == "name" and token.text in WORDS:
            self.replace(at, f"{token.text} to {WORDS[token.text]}", WORDS[token.text])
        elif token.kind == "mark" and token.text in OPERATORS:
            for new in OPERATORS[token.text]:
                self.replace(at, f"{token.text} to {new}", new)
        elif token.kind == "mark" and token.text in BINARY:
            before = self.tokens[at - 1]
            if before.text in (")", "]") or before.kind in ("number", "char") or (
                    before.kind == "name" and before.text not in KEYWORDS):
                self.replace(at, f"{token.text} to {BINARY[token.text]}", BINARY[token.text])

    def constant(self, at, token):
        match = INTEGER.match(token.text)
        if not match:
            return
        digits = match.group(1)
        octal = digits.startswith("0") and digits.isdigit() and len(digits) > 1
        value = int(digits, 8 if octal else 0)
        for new in (value + 1, value - 1):
            if new >= 0:
                shown = (hex(new) if digits[:2].lower() == "0x" else f"0{new:o}" if octal else str(new)) + match.group(2)
                self.replace(at, f"{token.text} to {shown}", shown)


def changed(text, edits):
    for start, end, new in sorted(edits, reverse=True):
        # Lines keep their numbers, which assertions print.
        text = text[:start] + new + "\n" * text[start:end].count("\n") + text[end:]
    return text


def mutants_of(path, text):
    """All mutants of a file, in its order. An id is PATH:LINE.N, the Nth change of that line."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    tokens = tokens_of(text)
    mutants, counts = [], collections.Counter()
    for name, type_tokens, begin, end in functions_of(tokens):
        function = Function(tokens, return_kind(type_tokens), begin, end)
        for at, what, edits in sorted(function.found, key=lambda each: (each[2][0][0], each[1])):
            line = bisect.bisect_right(starts, tokens[at].start)
            last = bisect.bisect_right(starts, edits[-1][1])
            counts[line] += 1
            original = " ".join(part.strip() for part in lines[line - 1:last])
            end_of_last = starts[last] - 1
            moved = tuple((start - starts[line - 1], stop - starts[line - 1], new) for start, stop, new in edits)
            mutated = " ".join(changed(text[starts[line - 1]:end_of_last], moved).split())
            mutants.append(Mutant(f"{path}:{line}.{counts[line]}", path, line, name, what, edits,
                                  " ".join(original.split()), mutated))
    return mutants
