"""Who may register: limits for addresses, networks and keys, holds, and which names."""
import re

from harness import Server, check, scenario, ssh, ssh_exec
import people
from scenarios_fair import Caller, HONEST

LIMITED = {"TRAPDOOR_LIMITS_TRUSTED": "", "TRAPDOOR_LIMITS_REGISTER_HOUR": "4", "TRAPDOOR_LIMITS_REGISTER_DAY": "8",
           "TRAPDOOR_LIMITS_PER_ADDRESS": "100", "TRAPDOOR_LIMITS_PER_NETWORK": "100"}


def refusal(client, name):
    """What a caller is told who asks for a name."""
    client.expect(people.GREETING)
    client.send("new\r")
    client.expect(r"Your name:")
    client.send(name + "\r")
    client.expect(r"Too\s+many|Nobody\s+can|That\s+name|A\s+(name|hyphen)")
    return re.sub(r"\s+", " ", client.settle(0.3).text())


@scenario()
def flood_of_names(place):
    """One address, and one ssh key from many addresses, register few names an hour; another /24 registers meanwhile."""
    server = Server(place, env=LIMITED).start()
    for name in ("Anton", "Berta"):
        client = Caller(server.telnet_port, "127.1.2.3")
        people.register(client, name)
        client.close()
    client = Caller(server.telnet_port, "127.1.2.3")
    said = refusal(client, "Caesar")
    check("Too many names were registered from your address. Try again in" in said, f"the flood is told: {said}")
    client.close()
    honest = Caller(server.telnet_port, HONEST)
    people.register(honest, "Fair")
    honest.close()
    key = place.ssh_key()
    for number, name in enumerate(("Dorothea", "Emil", "Frieda")):
        client = ssh(server, name, key=key, options=["-b", f"127.3.{number}.1"])
        client.expect(f"Register {name}\\?")
        client.send("y")
        if number < 2:
            client.expect(people.LOBBY)
        else:
            client.expect(r"registered\s+with\s+your\s+ssh\s+key")
        client.close()
    server.expect_log(r'event=register\.refused [^\n]*from="127\.3\.2\.1"')
    server.end()


@scenario()
def lookalike_names(place):
    """Over telnet and ssh nobody gets a reserved name, or one that looks like a player's; the operator's list counts."""
    names = place.file("names.txt", "operator\n*trapd*\n")
    server = Server(place, config=f"[files]\nnames = {names}\n").start()
    people.telnet_player(server, "Billo", new=True).close()
    for name, why in (("B1ll0", "looks like a name that is taken"), ("Operat0r", "is reserved"), ("my-trapdoor", "is reserved"),
                      ("a--b", "A hyphen stands between"), ("a_b", "letters, digits and single hyphens")):
        client = people.Telnet(server.telnet_port)
        said = refusal(client, name)
        check(why in said, f"{name} is told: {said}")
        client.close()
    for name in ("B1ll0", "operator"):
        result = ssh_exec(server, name, "scores", key=place.ssh_key(), options=["-o", "BatchMode=yes"])
        check(result.returncode != 0, f"a key logs in as {name}: {result}")
    client = people.telnet_player(server, "Admin1", new=True)
    server.end(client)


@scenario()
def registration_on_hold(place):
    """`admin hold` stops registration over telnet and ssh, says why, stays over a restart, and is in the audit log."""
    server = Server(place).start()
    server.run("admin", "hold", "too many robots today", check_status=0)
    people_first = server.run("admin", "sessions", check_status=0).stdout
    check("Registration is on hold: too many robots today" in people_first, f"admin sessions: {people_first}")
    server.end()
    server = Server(place, state=server.state).start()
    client = people.Telnet(server.telnet_port)
    said = refusal(client, "Anton")
    check("Nobody can register a name at present: too many robots today" in said, f"the refused is told: {said}")
    client.close()
    caller = ssh(server, "Berta", key=place.ssh_key())
    caller.expect(r"Register Berta\?")
    caller.send("y")
    caller.expect(r"too\s+many\s+robots\s+today")
    caller.close()
    server.run("admin", "hold", "off", check_status=0)
    check("hold" not in server.run("admin", "sessions", check_status=0).stdout, "the hold is still shown")
    audit = server.run("admin", "audit", check_status=0).stdout
    check(re.search(r"hold off(.|\n)*hold +.*too many robots today", audit), f"the audit log: {audit}")
    client = people.telnet_player(server, "Anton", new=True)
    server.end(client)
