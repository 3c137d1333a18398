"""Names of Python functions that start programs, run code, decode, send, fetch and remove. Pure."""

import re

STARTERS = frozenset(
    [
        "os.system",
        "os.popen",
        "subprocess.run",
        "subprocess.call",
        "subprocess.Popen",
        "subprocess.check_call",
        "subprocess.check_output",
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "pty.spawn",
        "os.execv",
        "os.execl",
        "os.execvp",
        "commands.getoutput",
        "system",
        "popen",
    ]
)
DECODERS = re.compile(
    r"(?:b64decode|b32decode|b85decode|a85decode|unhexlify|fromhex|decompress|decode|loads|rot13|chr|reversed|join)$"
)
SENDERS = re.compile(
    r"(?:requests|httpx|session|client|s|urllib3|http)\.(?:post|put|patch|request|get)$|urlopen$"
    r"|\.(?:sendall|send|sendto|sendmail|send_message|storbinary|upload_file|put_object|upload_fileobj)$"
    r"|socket\.(?:gethostbyname|getaddrinfo)$|resolver\.(?:resolve|query)$|\.post$|urllib\.request\.Request$"
)
FETCHES = re.compile(
    r"(?:requests|httpx|urllib\.request|urllib)\.(?:get|urlopen|request|urlretrieve)$|^urlopen$|^urlretrieve$"
)
RUNNERS = frozenset(
    {
        "exec",
        "eval",
        "compile",
        "__import__",
        "builtins.exec",
        "builtins.eval",
        "runpy.run_path",
        "types.FunctionType",
        "marshal.loads",
    }
)
LOADERS = tuple(
    f"{module}.{name}" for module in ("pickle", "marshal", "dill", "cPickle", "joblib") for name in ("load", "loads")
)
REMOVERS = frozenset({"shutil.rmtree", "os.remove", "os.unlink", "os.rmdir", "os.removedirs"})
OPENERS = re.compile(r"(?:^|\.)open$|\.(?:read_text|write_text|read_bytes)$")
