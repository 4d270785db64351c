"""Mail, the wall and block lists between two players, and what the operator does about them."""
import json
import os

from harness import LONG, Server, Telnet, check, scenario, wait_for
import people
from disks import fill, small_disk

# Nobody waits a day here; a run of one turn is on the board.
SOON = "[limits]\nwords_hours = 0\nboard_turns = 1\n"


def author(client):
    """A player in the lobby gets a run on the board, and is in the lobby again."""
    people.play(client)
    client.press("s ")
    people.quit_run(client)
    return client


def pair(place, config=SOON):
    server = Server(place, config=config).start()
    key = place.ssh_key()
    first = author(people.telnet_player(server, "Anna", new=True))
    second = author(people.ssh_player(server, "Bert", key, new=True))
    for name in ("Anna", "Bert"):
        wait_for(f"the run of {name} to be verified", lambda name=name: listed(server, name), LONG)
    return server, first, second


def listed(server, name):
    rows = json.loads(server.run("scores", "--format", "json", "--user", name, check_status=0).stdout)
    return bool(rows) and rows[0]["proof"] == "proven"


def wall(client):
    client.send("m")
    return client.expect(r"Mail and wall")


def write(client, text):
    client.press("w")
    client.expect(r"One line for the wall")
    client.send(text + "\r")


@scenario()
def words_between_two_players(place):
    """Two players over telnet and ssh write on the wall and to each other, one blocks the other, and the operator removes a reported line and mutes its author."""
    server, anna, bert = pair(place)
    wall(bert)
    write(bert, "Is anybody here?")
    bert.expect(r"It is on the wall")
    # Escapes, right-to-left marks, other alphabets, and bytes that are no UTF-8.
    for text in (b"A\xe2\x80\xae\xd7\xa9\xd7\x9c B", b"\x9b31mC\xff", b"x" * 500):
        bert.press("w")
        bert.expect(r"One line for the wall")
        bert.send(text)
        bert.send("\r")
        bert.expect(r"It is on the wall")
    bert.press("w")
    bert.expect(r"One line for the wall")
    bert.send("   \r")
    bert.expect(r"w write")
    wall(anna)
    anna.expect(r"Is anybody here")
    lines = json.loads(server.run("admin", "wall", "--json", check_status=0).stdout)
    check(len(lines) == 4, f"{lines}")
    check(all(" " <= letter <= "~" for line in lines for letter in line["text"]), f"{lines}")
    check(len(lines[0]["text"]) == 72, f"{lines[0]}")
    # Mail, and its answer.
    anna.press("\t")
    anna.expect(r"You have no mail")
    anna.press("w")
    anna.expect(r"To:")
    anna.send("bert\r")
    anna.expect(r"To bert:")
    anna.send("Yes, I am.\r")
    anna.expect(r"It is sent")
    bert.press("\t")
    bert.expect(r"Yes, I am")
    bert.send("\r")
    bert.expect(r"r reply")
    bert.press("r")
    bert.expect(r"To Anna:")
    bert.send("Bad words\r")
    bert.expect(r"It is sent")
    anna.press("\t\t\t")
    anna.expect(r"Bad words")
    anna.press("!")
    anna.expect(r"Report this to the operator")
    anna.press("y")
    anna.expect(r"The operator will read it")
    reports = json.loads(server.run("admin", "reports", "--json", check_status=0).stdout)
    check([(row["what"], row["of"], row["by"], row["text"]) for row in reports] == [("mail", "Bert", "Anna", "Bad words")],
          f"{reports}")
    server.expect_log(r'event=words\.report .*of="Bert"')
    server.run("admin", "remove-words", "mail", str(reports[0]["number"]), "rude", check_status=0)
    check(json.loads(server.run("admin", "reports", "--json", check_status=0).stdout) == [], "the report is open")
    anna.press("\t\t\t")
    anna.expect(r"You have no mail")
    # A block hides the lines, and mail never comes.
    anna.press("\t\t")
    anna.expect(r"Is anybody here")
    anna.press("b")
    anna.expect(r"Hide all words of Bert")
    anna.press("y")
    anna.expect(r"Nothing is on the wall")
    bert.press("w")
    bert.expect(r"To:")
    bert.send("Anna\r")
    bert.expect(r"To Anna:")
    bert.send("Still there?\r")
    bert.expect(r"It is sent")
    anna.press("\t")
    anna.expect(r"You have no mail")
    # A muted player reads on.  A text that is being written meanwhile stays in its field.
    bert.press("w")
    bert.expect(r"To:")
    bert.send("Anna\r")
    bert.expect(r"To Anna:")
    server.run("admin", "mute", "bert", "Too loud.", "--until", "2h", check_status=0)
    bert.send("Hello?\r")
    bert.expect(r"You are muted until 20\d\d-.* UTC: Too loud\.")
    server.run("admin", "unmute", "Bert", check_status=0)
    bert.send("\r")
    bert.expect(r"It is sent")
    server.run("admin", "mail-all", "Tomorrow we move.", check_status=0)
    anna.press("\t\t\t")
    anna.expect(r"Tomorrow we move")
    actions = [row["action"] for row in json.loads(server.run("admin", "audit", "--json", check_status=0).stdout)]
    check(actions == ["mail-all", "unmute", "mute", "remove-words", "report"], f"{actions}")
    # The words go with the account.
    server.run("admin", "delete", "Bert", check_status=0)
    check(json.loads(server.run("admin", "wall", "--json", check_status=0).stdout) == [], "lines of a deleted account")
    server.end(anna)


@scenario()
def newcomers_read_the_wall(place):
    """A guest and an account that is new or has no run read the wall and write nothing; words can be turned off."""
    server = Server(place).start()
    new = people.telnet_player(server, "Neu", new=True)
    wall(new)
    new.press("w")
    new.expect(r"You can write 24 hours after your registration")
    check("One line for the wall" not in new.text(), "a text is typed for nothing")
    new.close()
    server.stop()
    server = Server(place, config="[lobby]\nwords = 0\n").start()
    new = people.telnet_player(server, "Neu")
    check("Mail and wall" not in new.text(), "words are offered")
    new.send("m")
    new.settle(0.3)
    check("Mail and wall" not in new.text(), "words are there")
    server.end(new)


@scenario()
def words_on_a_full_disk(place):
    """A line that a full disk refuses is refused with a sentence, stays in the field, and is sent when there is room."""
    with small_disk(place) as state:
        if not state:
            return
        server = Server(place, state=state, config=SOON + "free_space_mb = 1\n").start()
        client = author(people.telnet_player(server, "Fulla", new=True))
        wait_for("the run to be verified", lambda: listed(server, "Fulla"), LONG)
        wall(client)
        filling = fill(state)
        write(client, "Where is the room?")
        client.expect(r"The server cannot write to its disk right now")
        check("It is on the wall" not in client.text(), "a full disk took it")
        client.send("\r")
        client.expect(r"The server cannot write to its disk right now")
        os.remove(filling)
        client.send("\r")
        client.expect(r"It is on the wall")
        lines = json.loads(server.run("admin", "wall", "--json", check_status=0).stdout)
        check([line["text"] for line in lines] == ["Where is the room?"], f"{lines}")
        client.close()
        server.stop()


@scenario()
def spectators_talk(place):
    """A player sees how many watch, over telnet and ssh; they talk, and the player never reads it; then nobody may watch."""
    server, anna, bert = pair(place)
    anna.send("o")
    anna.expect(r"Options")
    people.choose(anna, "Spectators")
    anna.press("l")
    anna.expect(r"may watch, and are counted")
    anna.send("q")
    people.play(anna)
    carl = author(people.telnet_player(server, "Carl", new=True))
    wait_for("the run of Carl to be verified", lambda: listed(server, "Carl"), LONG)
    for count, client in enumerate((bert, carl), 1):
        client.send("w")
        client.expect(r"Anna +depth 1")
        client.send("\r")
        client.expect(r"turn \d+  live")
        anna.expect(rf"{count} watch")
    bert.press("c")
    bert.expect(r"To the spectators:")
    bert.send(b"Left, \x1b")
    bert.press("c")
    bert.expect(r"To the spectators:")
    bert.send("Left, Anna\r")
    for client in (bert, carl):
        client.expect(r"Bert: Left, Anna")
    anna.press("s")
    anna.settle(0.3)
    check("Left, Anna" not in anna.text(), "the player reads the chat")
    carl.send("q")
    anna.expect(r"1 watches")
    people.leave_game(anna)
    anna.send("o")
    people.choose(anna, "Spectators")
    anna.press("l")
    anna.expect(r"nobody watches")
    anna.send("q")
    people.play(anna)
    carl.expect(r"Nobody who can be watched")
    server.end(anna, bert, carl)


@scenario()
def a_page_says_what_happened(place):
    """After the login one page has what happened meanwhile, once."""
    server, anna, bert = pair(place)
    anna.close()
    server.expect_log(r'event=session\.end [^\n]*name="Anna"')
    people.play(bert)
    bert.press("s s s ")
    people.quit_run(bert)
    wall(bert)
    bert.press("\t")
    bert.press("w")
    bert.send("Anna\r")
    bert.expect(r"To Anna:")
    bert.send("Come back\r")
    bert.expect(r"It is sent")
    anna = Telnet(server.telnet_port)
    people.login(anna, "Anna")
    anna.expect(people.OUT)
    anna.expect(r"Mail from Bert\.")
    anna.press("x")
    anna.expect(people.LOBBY)
    anna.close()
    anna = Telnet(server.telnet_port)
    people.login(anna, "Anna")
    anna.expect(people.LOBBY)
    check(people.OUT not in anna.text(), "the page is shown twice")
    server.end(anna, bert)
