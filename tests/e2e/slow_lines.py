"""A returning caller on a line of some speed: the bytes of each picture, counted and never timed."""
import contents
import people
from harness import Server, Telnet

QUIET = 20          # tenths of a second without a byte: the picture is whole
RADIUS = 5


def surroundings(client):
    """The characters around the hero, or None without a hero."""
    at = people.hero(client)
    if not at:
        return None
    rows = client.screen.display[max(0, at[1] - RADIUS):at[1] + RADIUS + 1]
    return at, [row[max(0, at[0] - RADIUS):at[0] + RADIUS + 1] for row in rows]


def bytes_to_surroundings(client, keys):
    """Sends keys.  Returns the bytes until the hero's surroundings are as in the end, and all bytes."""
    begin, seen, quiet = len(client.raw), [], 0
    client.send(keys)
    while quiet < QUIET:
        quiet = 0 if client.pump(0.1) else quiet + 1
        seen.append((len(client.raw) - begin, surroundings(client)))
    return next(size for size, around in seen if around == seen[-1][1]), seen[-1][0]


def call(place, baud, keys, program=None):
    """Registers, plays and leaves on a fast line; calls again on a slow one, plays and walks.  Returns the figures."""
    server = Server(place, program=program, env={"TRAPDOOR_LOBBY_HINTS": "0"}, content=contents.quiet,
                    state=place.file(f"state-{baud}")).start()
    first = people.telnet_player(server, "Nora", new=True)
    people.play(first)
    people.leave_game(first)
    first.close()
    client = Telnet(server.telnet_port, term="VT100", speed=f"{baud},{baud}")
    client.screen.write_process_input = lambda data: None       # so that the server paces by the speed alone
    client.expect(people.GREETING)
    client.settle(1)
    greeting = len(client.raw)
    client.send("Nora\r")
    client.expect(people.ASKS_PASSWORD)
    client.send(people.PASSWORD + "\r")
    client.expect("Play|Continue|Go on")
    lobby = len(client.raw)
    reached, whole = bytes_to_surroundings(client, "p")
    steps = []
    for key in keys:
        before = people.hero(client)
        size, _ = bytes_to_surroundings(client, key)
        if people.hero(client) != before:
            steps.append(size)
    server.end(client)
    return {"greeting": greeting, "lobby": lobby, "surroundings": lobby + reached, "picture": lobby + whole, "steps": steps}
