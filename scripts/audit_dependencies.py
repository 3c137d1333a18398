"""Check every locked package for known vulnerabilities. Exit 1 for one; print a note when the service does not answer.

python scripts/audit_dependencies.py requirements/base.txt
"""

import json
import subprocess
import sys


def main(lock: str) -> int:
    """Run pip-audit on a hashed lock file and print one line per vulnerability, or one in all."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "-r",
        lock,
        "--disable-pip",
        "--require-hashes",
        "--progress-spinner",
        "off",
        "-f",
        "json",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)  # noqa: S603 - fixed words
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        sys.stdout.write("audit: not done, the advisory service does not answer\n")
        return 0
    asked = [package for package in packages if "skip_reason" not in package]
    faults = [
        f"{package['name']} {package['version']}: {fault['id']}" for package in asked for fault in package["vulns"]
    ]
    for line in faults:
        sys.stdout.write(f"audit: {line}\n")
    if len(asked) < len(packages):
        sys.stdout.write(
            f"audit: the advisory service knows {len(asked)} of {len(packages)} packages; the others are not audited\n"
        )
    elif not faults:
        sys.stdout.write(f"audit: {len(packages)} packages, no known fault\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
