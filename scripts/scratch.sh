#!/usr/bin/env bash
# Prints where tests keep what they throw away: in memory where there is room for it, since a third of their work is waiting for disks.
set -uo pipefail
free=$(df --output=avail /dev/shm 2>/dev/null | tail -1)
if [ "${free:-0}" -gt 8000000 ] && ! grep -qE '^\S+ /dev/shm \S+ \S*noexec' /proc/mounts; then
	echo /dev/shm
else
	echo "${TMPDIR:-/tmp}"
fi
