"""Attacks on the network: other machines, this host and other sandboxes."""

from tests.sandbox.corpus.base import Attack


def _attack(name: str, code: str, *, control: bool = False) -> Attack:
    return Attack(name=name, category="network", code=code, control=control)


ATTACKS = [
    _attack(
        "tcp_to_loopback",
        """
def handle(p, ctx):
    return went(tcp=lambda: socket.create_connection(("127.0.0.1", p["port"]), 1).sendall(b"tcp"))
""",
        control=True,
    ),
    _attack(
        "tcp_to_every_own_address",
        """
def handle(p, ctx):
    def go(a):
        socket.create_connection((a, p["port"]), 1).sendall(b"tcp")
    return went(**{a: (lambda a=a: go(a)) for a in p["addresses"]})
""",
        control=True,
    ),
    _attack(
        "tcp6_to_loopback",
        """
def handle(p, ctx):
    def go():
        s = socket.socket(socket.AF_INET6)
        s.settimeout(1)
        s.connect(("::1", p["port6"]))
        s.sendall(b"tcp6")
    return went(tcp6=go)
""",
    ),
    _attack(
        "udp_to_host",
        """
def handle(p, ctx):
    return went(udp=lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"udp", ("127.0.0.1", p["udp"])))
""",
        control=True,
    ),
    _attack(
        "http_library",
        """
import urllib.request
def handle(p, ctx):
    return went(http=lambda: urllib.request.urlopen(f"http://127.0.0.1:{p['port']}/", timeout=1).read(1))
""",
    ),
    _attack(
        "listen_for_the_host",
        """
def handle(p, ctx):
    def go():
        s = socket.socket()
        s.bind(("127.0.0.1", 0))
        s.listen()
    return went(listen=go)
""",
        control=True,
    ),
    _attack(
        "raw_icmp",
        """
def handle(p, ctx):
    return went(raw=lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
                ping=lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 1))
""",
    ),
    _attack(
        "packet_socket",
        """
def handle(p, ctx):
    return went(packet=lambda: socket.socket(17, socket.SOCK_RAW, 3))
""",
    ),
    _attack(
        "netlink",
        """
def handle(p, ctx):
    return went(**{f"netlink{n}": (lambda n=n: socket.socket(16, socket.SOCK_RAW, n)) for n in (0, 9, 12, 15, 16)})
""",
        control=True,
    ),
    _attack(
        "vsock_to_the_hypervisor",
        """
def handle(p, ctx):
    def go():
        s = socket.socket(40, socket.SOCK_STREAM)
        s.settimeout(0.2)
        try:
            s.connect((2, 1024))
        except OSError:
            pass
    return went(vsock=go)
""",
    ),
    _attack(
        "every_other_family",
        """
def handle(p, ctx):
    kinds = (1, 2, 3, 5)
    return sorted({f for f in range(0, 64) for k in kinds if f != 1 and went(x=lambda: socket.socket(f, k))})
""",
        control=True,
    ),
    _attack(
        "families_hidden_in_the_upper_half",
        """
def handle(p, ctx):
    number = {"x86_64": 41, "aarch64": 198}[os.uname().machine]
    libc = ctypes.CDLL(None, use_errno=True)
    return went(inet=lambda: call("syscall", number, ctypes.c_long((1 << 32) | 2), 1, 0),
                unix_high=lambda: call("syscall", number, ctypes.c_long((1 << 32) | 1), 1, 0))
""",
    ),
    _attack(
        "abstract_socket_of_the_host",
        """
def handle(p, ctx):
    def go():
        s = socket.socket(socket.AF_UNIX)
        s.connect("\\0" + p["abstract"])
        s.sendall(b"abstract")
    return went(abstract=go)
""",
        control=True,
    ),
    _attack(
        "path_sockets_of_the_host",
        """
def handle(p, ctx):
    def go(path):
        s = socket.socket(socket.AF_UNIX)
        s.connect(path)
        s.sendall(b"path")
    paths = [p["unix"], "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock",
             "/run/systemd/private"]
    return went(**{path: (lambda path=path: go(path)) for path in paths})
""",
        control=True,
    ),
]
