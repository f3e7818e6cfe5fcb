package bus_test

import (
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

// startCluster starts three servers that have no leader yet.
func startCluster(t *testing.T) (urls string) {
	t.Helper()
	ports := freePorts(t, 3)
	var routes []*url.URL
	for _, port := range ports {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	for i, port := range ports {
		srv, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "recado", Host: "127.0.0.1", Port: port}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		srv.Start()
		t.Cleanup(func() {
			srv.Shutdown()
			srv.WaitForShutdown()
		})
		if !srv.ReadyForConnections(bustest.Wait) {
			t.Fatal("not ready")
		}
		urls += srv.ClientURL() + ","
	}
	return urls[:len(urls)-1]
}

func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// A fresh cluster has no meta leader: the first requests hang. Later its leaders move: hops go on.
func TestFreshClusterGetsItsTopologyAndHopsOutliveNewLeaders(t *testing.T) {
	t.Parallel()
	conn, err := bus.Dial(t.Context(), bus.Config{URL: startCluster(t), Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	bustest.Eventually(t, "the cluster to listen", conn.IsConnected)
	began := time.Now()
	if err := bus.Apply(t.Context(), conn, bus.Topology{Partitions: 2, Replicas: 3, MaxBytes: 16 << 20}); err != nil {
		t.Fatal(err)
	}
	t.Logf("applied in %s", time.Since(began))
	b, err := bus.New(t.Context(), conn, bus.Options{Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	bustest.SealDeadLetters(t, b)
	var j journal
	start(t, b, sanitize(j.handle))
	send := func(n int) {
		t.Helper()
		e := received("c", n)
		bustest.Eventually(t, "a publish to work", func() bool { return b.Publish(t.Context(), e) == nil })
	}
	send(1)
	j.await(t, 1)
	consumer := subject.Durable("sanitize", subject.Partition("clinic", "c", 2))
	for n, api := range []string{"$JS.API.STREAM.LEADER.STEPDOWN.MESSAGE_RECEIVED", "$JS.API.CONSUMER.LEADER.STEPDOWN.MESSAGE_RECEIVED." + consumer} {
		if _, err := conn.Request(api, nil, 5*time.Second); err != nil {
			t.Fatal(err)
		}
		send(n + 2)
		j.await(t, n+2)
	}
	inOrder(t, j.all())
	letters(t, b, 0)
}
