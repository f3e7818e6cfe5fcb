#!/bin/sh
# Makes a certificate authority and what it signs in a new folder: deploy/certificates.sh FOLDER NAME HOST[,HOST…] [NAME HOST…]…
# It leaves ca.pem, NAME.pem and NAME.key. The authority's own key is thrown away: new certificates come with a new authority.
# They last ten years, since nobody would renew them.
set -eu
umask 077
command -v openssl >/dev/null || { echo "certificates need openssl: apt-get install openssl" >&2; exit 1; }
folder=$1
shift
days=3650
mkdir -p "$folder"
cd "$folder"
openssl req -x509 -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days $days -subj "/CN=Recado $(date -u +%Y-%m-%d)" \
	-addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign -keyout authority.key -out ca.pem 2>/dev/null
while [ $# -gt 1 ]; do
	openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=${2%%,*}" -keyout "$1.key" -out request.pem 2>/dev/null
	printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=DNS:%s\n' \
		"$(echo "$2" | sed 's/,/,DNS:/g')" >extensions.cnf
	openssl x509 -req -in request.pem -CA ca.pem -CAkey authority.key -CAcreateserial -sha256 -days $days -extfile extensions.cnf -out "$1.pem" 2>/dev/null
	shift 2
done
rm -f authority.key request.pem extensions.cnf ca.srl .srl
