package bus_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
)

func check(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// composeSecrets runs deploy/env.sh on a copy, and returns what it prints and the file of its authority.
func composeSecrets(t *testing.T) (env map[string]string, authority string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{".env.example", "deploy/env.sh", "deploy/certificates.sh"} {
		body, err := os.ReadFile(filepath.Join("../..", name))
		check(t, "read "+name, err)
		check(t, "make a folder", os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		check(t, "copy "+name, os.WriteFile(filepath.Join(dir, name), body, 0o700))
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "deploy/env.sh")).Output()
	if err != nil {
		t.Fatalf("deploy/env.sh: %v", err)
	}
	env = map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found && !strings.HasPrefix(name, "#") {
			env[name] = value
		}
	}
	return env, filepath.Join(dir, "deploy/tls/ca.pem")
}

func unwrap(t *testing.T, text string) []byte {
	t.Helper()
	out, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(out) == 0 {
		t.Fatalf("a certificate or key is not PEM in base64: %v", err)
	}
	return out
}

func TestTheSecretsOfComposeAreWholeAndItsCertificatesAreTheirServers(t *testing.T) {
	t.Parallel()
	env, authority := composeSecrets(t)
	for name, value := range env {
		made := strings.HasSuffix(name, "_PASSWORD") || strings.Contains(name, "_TLS_") || name == "RECADO_SECRET_KEY"
		if made && len(value) < 32 {
			t.Errorf("%s has %d characters", name, len(value))
		}
	}
	pool := pool(t, authority)
	for host, other := range map[string]string{"nats": "postgres", "postgres": "nats"} {
		block, _ := pem.Decode(unwrap(t, env[strings.ToUpper(host)+"_TLS_CERT"]))
		leaf, err := x509.ParseCertificate(block.Bytes)
		check(t, "read the certificate of "+host, err)
		nextYears := time.Now().AddDate(9, 0, 0)
		_, err = leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: host, CurrentTime: nextYears})
		check(t, "trust "+host+" in nine years", err)
		if leaf.VerifyHostname(other) == nil {
			t.Errorf("the certificate of %s is good for %s", host, other)
		}
	}
}

func pool(t *testing.T, authority string) *x509.CertPool {
	t.Helper()
	body, err := os.ReadFile(authority)
	check(t, "read the authority", err)
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(body) {
		t.Fatal("the authority is no certificate")
	}
	return pool
}

// commanded runs a start script with commands on its PATH that print their arguments, and returns what it prints.
func commanded(t *testing.T, script, command string, env ...string) (printed string, err error) {
	t.Helper()
	bin := t.TempDir()
	check(t, "write a command", os.WriteFile(filepath.Join(bin, command), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700))
	check(t, "write a command", os.WriteFile(filepath.Join(bin, "chown"), []byte("#!/bin/sh\n"), 0o700))
	start := exec.CommandContext(t.Context(), "sh", script, "last")
	start.Env = append(env, "PATH="+bin+":"+os.Getenv("PATH"))
	out, err := start.CombinedOutput()
	return string(out), err
}

func TestServersOfADeploymentStartWithTheirCertificateOnly(t *testing.T) {
	t.Parallel()
	env, authority := composeSecrets(t)
	for _, server := range []struct{ name, script, command, cert, key string }{
		{"NATS", "../../deploy/nats/start.sh", "nats-server", "server.pem", "server.key"},
		{"POSTGRES", "../../deploy/postgres/start.sh", "docker-entrypoint.sh", "tls/server.pem", "tls/server.key"},
	} {
		t.Run(server.name, func(t *testing.T) {
			t.Parallel()
			run := t.TempDir()
			given := []string{server.name + "_RUN=" + run, server.name + "_TLS_CERT=" + env[server.name+"_TLS_CERT"]}
			if said, err := commanded(t, server.script, server.command, given...); err == nil || !strings.Contains(said, "no certificate") {
				t.Errorf("without a key it starts, or does not say why: %q, %v", said, err)
			}
			said, err := commanded(t, server.script, server.command, append(given, server.name+"_TLS_KEY="+env[server.name+"_TLS_KEY"])...)
			check(t, "start with a certificate", err)
			for _, file := range []string{server.cert, server.key} {
				if !strings.Contains(said, filepath.Join(run, file)) {
					t.Errorf("started with %q, which does not name %s", said, file)
				}
			}
			_, err = tls.LoadX509KeyPair(filepath.Join(run, server.cert), filepath.Join(run, server.key))
			check(t, "read what it wrote", err)
			if stat, err := os.Stat(filepath.Join(run, server.key)); err != nil || stat.Mode().Perm() != 0o600 {
				t.Errorf("the key's mode: %v, %v", stat.Mode(), err)
			}
		})
	}
	t.Run("a bus that is not who it should be", func(t *testing.T) {
		t.Parallel()
		speaksTLS(t, env, authority)
	})
}

// speaksTLS connects to a server with the certificate of compose as services do, with and without its authority.
func speaksTLS(t *testing.T, env map[string]string, authority string) {
	pair, err := tls.X509KeyPair(unwrap(t, env["NATS_TLS_CERT"]), unwrap(t, env["NATS_TLS_KEY"]))
	check(t, "read the certificate", err)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, TLS: true, TLSTimeout: 5,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12},
	})
	check(t, "make a server", err)
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server is not ready")
	}
	url := strings.Replace(s.ClientURL(), "127.0.0.1", "localhost", 1)
	conn, err := bus.Dial(t.Context(), bus.Config{URL: url, CA: authority, Service: "ingest"})
	check(t, "connect with the authority", err)
	if err == nil {
		defer conn.Close()
		if _, err := conn.TLSConnectionState(); err != nil {
			t.Errorf("the connection is not encrypted: %v", err)
		}
	}
	for what, cfg := range map[string]bus.Config{
		"no authority":  {URL: url},
		"another name":  {URL: strings.Replace(url, "localhost", "127.0.0.1", 1), CA: authority},
		"other secrets": {URL: url, CA: second(composeSecrets(t))},
	} {
		if conn, err := bus.Dial(t.Context(), cfg); !errors.Is(err, config.ErrWrong) {
			conn.Close()
			t.Errorf("%s: got %v, want that it is refused for good", what, err)
		}
	}
}

func second[A, B any](_ A, b B) B { return b }

func TestTheClusterOfNATSEncryptsItsRoutes(t *testing.T) {
	t.Parallel()
	env, authority := composeSecrets(t)
	dir := t.TempDir()
	conf, err := os.ReadFile("../../deploy/nats/cluster.conf")
	check(t, "read cluster.conf", err)
	text := strings.NewReplacer("/run/nats/", dir+"/", "include ./accounts.conf", "").Replace(string(conf))
	ca, err := os.ReadFile(authority)
	check(t, "read the authority", err)
	for name, body := range map[string][]byte{
		"cluster.conf": []byte(text), "ca.pem": ca, "server.pem": unwrap(t, env["NATS_TLS_CERT"]), "server.key": unwrap(t, env["NATS_TLS_KEY"]),
	} {
		check(t, "write "+name, os.WriteFile(filepath.Join(dir, name), body, 0o600))
	}
	for name, value := range map[string]string{
		"POD_NAME": "nats-0", "NATS_MAX_FILE_STORE": "1GB", "NATS_ROUTE_PASSWORD": "pw", "NATS_ROUTES": `["nats-route://route:pw@nats-0.nats-headless:6222"]`,
	} {
		text = strings.ReplaceAll(text, "$"+name, value)
	}
	check(t, "write cluster.conf", os.WriteFile(filepath.Join(dir, "cluster.conf"), []byte(text), 0o600))
	o, err := server.ProcessConfigFile(filepath.Join(dir, "cluster.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if o.Cluster.TLSConfig == nil || o.Cluster.TLSConfig.ClientAuth != tls.RequireAndVerifyClientCert {
		t.Error("routes are not encrypted, or anybody may be one")
	}
}
