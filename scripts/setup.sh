#!/usr/bin/env bash
# Makes PostgreSQL (15 or newer) with pgvector (0.8 or newer) available to recado and to its tests.
# It does nothing where both exist or where RECADO_POSTGRES_URL or RECADO_TEST_POSTGRES_URL names a server.
#   PGVECTOR_SUITE   the Debian suite whose pgvector source is built where no package has 0.8 (trixie)
#   RECADO_SETUP     "folder" installs without root into .recado/pgsql, whatever the system has
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/.recado/pgsql
suite=${PGVECTOR_SUITE:-trixie}
sudo=()

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# at_least VERSION MAJOR MINOR
at_least() {
	local major=${1%%.*} minor=${1#*.}
	minor=${minor%%[!0-9]*}
	[[ $major =~ ^[0-9]+$ ]] && { ((major > $2)) || { ((major == $2)) && ((${minor:-0} >= $3)); }; }
}

bin_dirs() {
	if [ "${RECADO_SETUP:-}" = folder ]; then
		ls -d "$folder"/usr/lib/postgresql/*/bin 2>/dev/null || true
		return
	fi
	if have pg_config; then pg_config --bindir; fi
	ls -d "$folder"/usr/lib/postgresql/*/bin /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/libexec/postgresql*/ \
		/opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin 2>/dev/null || true
}

# extension_dir BIN prints where the server in BIN looks for extensions.
extension_dir() {
	local dir
	if dir=$("$1/pg_config" --sharedir 2>/dev/null) && [ -d "$dir/extension" ]; then
		echo "$dir/extension"
		return
	fi
	for dir in "${1/\/lib\//\/share\/}/../extension" "$1/../share/extension" "$1/../share/postgresql/extension"; do
		if [ -d "$dir" ]; then
			echo "$dir"
			return
		fi
	done
}

server_version() { LD_LIBRARY_PATH=$(library_path "$1") "$1/postgres" --version 2>/dev/null | sed 's/[^0-9]*\([0-9.]*\).*/\1/'; }
vector_version() { sed -n "s/^default_version *= *'\([^']*\)'.*/\1/p" "$(extension_dir "$1")/vector.control" 2>/dev/null || true; }
# library_path BIN prints where an unpacked server finds its libraries.
library_path() {
	case $1 in
	"$folder"/*) echo "$folder"/usr/lib/*-linux-* "$folder"/lib/*-linux-* | tr ' ' : ;;
	*) echo "${LD_LIBRARY_PATH:-}" ;;
	esac
}

server_usable() { [ -x "$1/initdb" ] && [ -x "$1/postgres" ] && at_least "$(server_version "$1")" 15 0; }

usable() {
	local bin
	while read -r bin; do
		if [ -n "$bin" ] && at_least "$(vector_version "$bin")" 0 8 && server_usable "$bin"; then return 0; fi
	done < <(bin_dirs)
	return 1
}

# lock waits for another run of this script; where flock is missing, two runs at once are the user's to avoid.
lock() {
	have flock || return 0
	local file=$root/.recado/setup.lock
	if [ "$(id -u)" = 0 ] && [ -d /var/lock ]; then file=/var/lock/recado-setup.lock; else mkdir -p "$root/.recado"; fi
	exec 9>"$file"
	flock -w 1200 9 || die "another set-up has been running for 20 minutes (lock $file)"
}

# quiet runs a command that speaks only when it fails, and keeps the lock from its children.
quiet() {
	"$@" >"$work/said" 2>&1 9>&- && return
	tail -20 "$work/said" >&2
	return 1
}

apt() { quiet ${sudo[@]+"${sudo[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"; }

apt_version() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \(.*\)/\1/p' | sed 's/^[0-9]*://'; }

# debian_server_version prints the newest installed server's major version, else the one the archive offers.
debian_server_version() {
	local bin v best=
	for bin in /usr/lib/postgresql/*/bin; do
		v=$(basename "$(dirname "$bin")")
		if server_usable "$bin" && ((v > ${best:-0})); then best=$v; fi
	done
	[ -n "$best" ] || best=$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | sed -n 1p)
	echo "$best"
}

need_15() {
	[ -n "$1" ] && (($1 >= 15)) && return
	die "this system offers PostgreSQL ${1:-none}, 15 or newer is needed.
  Either add the PostgreSQL project's archive (apt install postgresql-common ca-certificates && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh)
  and run this again, or set RECADO_POSTGRES_URL (RECADO_TEST_POSTGRES_URL for the tests) to a server with pgvector 0.8."
}

# keep_clusters_away stops the package from creating and starting a cluster of its own on port 5432.
keep_clusters_away() {
	local conf=/etc/postgresql-common/createcluster.conf
	[ ! -e "$conf" ] || return 0
	${sudo[@]+"${sudo[@]}"} mkdir -p "$(dirname "$conf")"
	printf '# written by scripts/setup.sh of recado, which keeps clusters of its own\ncreate_main_cluster = false\n' |
		${sudo[@]+"${sudo[@]}"} tee "$conf" >/dev/null
}

# fetch_source WORK DIR downloads pgvector's source of the suite into DIR; apt checks signature and checksum.
# The lists are private: the machine's own sources stay as they are.
fetch_source() {
	local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg codename
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename" 'Origin: Debian' 2>/dev/null | sed -n 1p)
	[ -e "$keyring" ] || die "$keyring is missing: apt-get install debian-archive-keyring"
	mkdir -p "$1"/lists/partial "$1"/cache/archives/partial "$1"/src "$2"
	echo "deb-src [signed-by=$keyring] ${mirror:-http://deb.debian.org/debian} $suite main" >"$1/sources.list"
	local o=(-qq -o Dir::Etc::SourceList="$1/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$1/lists"
		-o Dir::Cache="$1/cache" -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3)
	quiet apt-get "${o[@]}" update || die "cannot read the sources of $suite from ${mirror:-http://deb.debian.org/debian}: check the network, or set PGVECTOR_SUITE"
	(cd "$1/src" && quiet apt-get "${o[@]}" source --download-only pgvector) || die "the suite $suite has no pgvector source: set PGVECTOR_SUITE"
	tar xf "$1"/src/pgvector_*.orig.tar.* -C "$2" --strip-components=1
}

# build_vector PG_CONFIG WORK builds without -march=native and without bitcode: the result runs on any machine of this architecture.
build_vector() {
	say "building pgvector from the sources of $suite"
	fetch_source "$2" "$2/pgvector"
	quiet make -s -C "$2/pgvector" -j"$(getconf _NPROCESSORS_ONLN)" PG_CONFIG="$1" OPTFLAGS="" with_llvm=no ||
		die "pgvector does not build with $1"
	quiet ${sudo[@]+"${sudo[@]}"} make -s -C "$2/pgvector" install PG_CONFIG="$1" OPTFLAGS="" with_llvm=no ||
		die "pgvector cannot be installed with $1"
}

debian_with_root() {
	say "installing PostgreSQL and pgvector with apt (about two minutes)"
	apt update || say "apt-get update ended with an error; going on with the lists that exist"
	local v
	v=$(debian_server_version)
	need_15 "$v"
	keep_clusters_away
	apt install -y --no-install-recommends "postgresql-$v" "postgresql-client-$v" ca-certificates tzdata || die "apt-get could not install postgresql-$v"
	if at_least "$(apt_version "postgresql-$v-pgvector")" 0 8; then
		apt install -y --no-install-recommends "postgresql-$v-pgvector" || die "apt-get could not install postgresql-$v-pgvector"
		return
	fi
	apt install -y --no-install-recommends "postgresql-server-dev-$v" gcc libc6-dev make debian-archive-keyring ||
		die "apt-get could not install what pgvector is built with"
	build_vector "/usr/lib/postgresql/$v/bin/pg_config" "$work"
}

# missing_libraries VERSION prints the packages of the shared libraries that the server needs, and those need, and the machine
# has not. LLVM only serves the compiler of expressions, which recado turns off.
missing_libraries() {
	local p
	for p in $(apt-cache "${lists[@]}" depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
		--no-enhances "postgresql-$1" "postgresql-client-$1" | sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p' | sort -u); do
		case $p in libllvm* | libpq5 | *-perl | libperl*) continue ;; esac
		[ "$(dpkg-query -W -f '${Status}' "$p" 2>/dev/null)" = "install ok installed" ] || echo "$p"
	done
}

debian_without_root() {
	say "no root here: installing PostgreSQL and pgvector into $folder"
	have gcc && have make || die "a C compiler is needed to build pgvector: ask an administrator for 'apt-get install gcc libc6-dev make', or to run this script as root"
	lists=(-o Dir::State::Lists="$work/mine/lists" -o Dir::Cache="$work/mine/cache" -o APT::Sandbox::User="$(id -un)")
	mkdir -p "$work"/mine/lists/partial "$work"/mine/cache/archives/partial "$work/debs" "$work/pgsql"
	quiet apt-get -qq "${lists[@]}" update || die "cannot read the package lists: check the network"
	local v
	v=$(apt-cache "${lists[@]}" depends postgresql | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | sed -n 1p)
	need_15 "$v"
	# shellcheck disable=SC2046 # package names have no spaces
	(cd "$work/debs" && quiet apt-get -qq "${lists[@]}" download "postgresql-$v" "postgresql-client-$v" "postgresql-server-dev-$v" libpq5 libpq-dev $(missing_libraries "$v")) ||
		die "the packages of PostgreSQL $v cannot be downloaded"
	local deb
	for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$work/pgsql"; done
	local libs
	libs=$(echo "$work"/pgsql/usr/lib/*-linux-* "$work"/pgsql/lib/*-linux-* | tr ' ' :)
	export LD_LIBRARY_PATH=$libs LIBRARY_PATH=$libs
	build_vector "$work/pgsql/usr/lib/postgresql/$v/bin/pg_config" "$work"
	unset LD_LIBRARY_PATH LIBRARY_PATH
	rm -rf "$folder"
	mkdir -p "$(dirname "$folder")"
	mv "$work/pgsql" "$folder"
	chmod 755 "$folder"
}

# choose_root decides between apt as root, apt through a sudo that asks nothing, and the folder.
choose_root() {
	if [ "${RECADO_SETUP:-}" = folder ]; then
		debian_without_root
	elif [ "$(id -u)" = 0 ]; then
		debian_with_root
	elif have sudo && sudo -n true 2>/dev/null; then
		sudo=(sudo -n)
		debian_with_root
	else
		debian_without_root
	fi
}

homebrew() {
	have brew || die "install Homebrew, then run: brew install postgresql@17 pgvector
  or set RECADO_POSTGRES_URL (RECADO_TEST_POSTGRES_URL for the tests) to a server with pgvector 0.8."
	say "brew install postgresql@17 pgvector"
	brew install --quiet postgresql@17 pgvector >&2
}

elsewhere() {
	local how
	if have dnf; then how="dnf install postgresql-server postgresql-contrib pgvector"
	elif have pacman; then how="pacman -S postgresql pgvector"
	elif have apk; then how="apk add postgresql17 postgresql17-contrib postgresql-pgvector"
	elif have zypper; then how="zypper install postgresql17-server postgresql17-contrib postgresql17-pgvector"
	else how="install PostgreSQL 15 or newer with its contrib modules and pgvector 0.8 or newer"; fi
	die "this system is not set up automatically. As root: $how
  or set RECADO_POSTGRES_URL (RECADO_TEST_POSTGRES_URL for the tests) to a server with pgvector 0.8."
}

main() {
	if [ -n "${RECADO_POSTGRES_URL:-}${RECADO_TEST_POSTGRES_URL:-}" ] || usable; then exit 0; fi
	lock
	if usable; then exit 0; fi
	work=$(mktemp -d "${TMPDIR:-/tmp}/recado-setup.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	case $(uname -s) in
	Darwin) homebrew ;;
	Linux) if have apt-get; then choose_root; else elsewhere; fi ;;
	*) elsewhere ;;
	esac
	usable || die "PostgreSQL was installed, but no server of version 15 with pgvector 0.8 was found afterwards"
	say "PostgreSQL with pgvector is ready"
}

main "$@"
