"""The socket between pid 1 and the supervisor of its calls. Their messages have no data of a call but its status."""

import _socket
import os
import select
import sys

ENDS = 4  # of the pipes that a supervisor gets


class Channel:
    """One end of the socket."""

    def __init__(self, sock: "_socket.socket") -> None:
        """Take a connected socket that keeps the bounds of messages."""
        self.sock, self.fd = sock, sock.fileno()

    def has_input(self) -> bool:
        """Return whether a message waits."""
        return bool(select.select([self.fd], [], [], 0)[0])

    def send(self, text: bytes) -> None:
        """Send a message; exit when the other process has ended."""
        try:
            self.sock.send(text)
        except OSError:
            os._exit(1)

    def send_ends(self, ends: list[int]) -> None:
        """Send descriptors, and close them here."""
        packed = b"".join(fd.to_bytes(4, sys.byteorder) for fd in ends)
        self.sock.sendmsg([b"ends"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)])
        for fd in ends:
            os.close(fd)

    def receive(self) -> bytes:
        """Wait for a message; exit when the other process has ended."""
        text = self.sock.recv(64)
        if not text:
            os._exit(0)
        return text

    def receive_ends(self) -> list[int]:
        """Wait for descriptors; exit when the other process has ended."""
        _text, packed, _flags, _address = self.sock.recvmsg(16, _socket.CMSG_SPACE(4 * ENDS))
        if not packed:
            os._exit(0)
        data = packed[0][2]
        return [int.from_bytes(data[at : at + 4], sys.byteorder) for at in range(0, len(data), 4)]

    def close(self) -> None:
        """Close this end."""
        self.sock.close()


def channel_pair() -> tuple[Channel, Channel]:
    """Return both ends of a new channel."""
    one, other = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    return Channel(one), Channel(other)
