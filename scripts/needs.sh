# shellcheck shell=bash
# Finds the programs that the other scripts need. Sourced, not run.

. scripts/flags.sh

need_go() {
	if ! command -v go >/dev/null; then
		echo "Go is not installed. It needs the version named in go.mod or a newer one." >&2
		exit 1
	fi
}

# The race detector needs a C compiler and the C library's headers.
has_compiler() {
	local cc=${CC:-gcc} out
	command -v "$cc" >/dev/null || return 1
	out=$(mktemp)
	if printf '#include <stdlib.h>\nint main(void) { return 0; }\n' | "$cc" -x c - -o "$out" 2>/dev/null; then
		rm -f "$out"
		return 0
	fi
	rm -f "$out"
	return 1
}

has_postgres() {
	local folder
	command -v initdb >/dev/null && return 0
	for folder in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/local/pgsql/bin \
		/opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
		[ -x "$folder/initdb" ] && return 0
	done
	return 1
}

# Only root has Debian's folder of the pooler in its path.
has_pgbouncer() { command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ]; }

# The browser of the tests of pages. CHROMIUM may name another browser.
has_chromium() {
	local name
	for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
		[ -n "$name" ] && command -v "$name" >/dev/null && return 0
	done
	return 1
}

# The program that reads pictures, with the languages of the documents that tests draw.
has_tesseract() {
	command -v tesseract >/dev/null && tesseract --list-langs 2>/dev/null | grep -qx eng &&
		tesseract --list-langs 2>/dev/null | grep -qx deu
}

# install PACKAGE… through apt, as root or with a sudo that does not ask.
install() {
	[ $# -gt 0 ] || return 0
	local as=()
	if ! command -v apt-get >/dev/null; then
		echo "Missing: $*. Install it with this system's package manager." >&2
		exit 1
	fi
	if [ "$(id -u)" != 0 ]; then
		if ! sudo -n true 2>/dev/null; then
			echo "Missing: $*. Install it with: sudo apt-get install -y $*" >&2
			exit 1
		fi
		as=(sudo -n)
	fi
	echo "installing $*" >&2
	${as[@]+"${as[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2
	${as[@]+"${as[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >&2
}
