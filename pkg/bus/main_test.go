package bus_test

import (
	"fmt"
	"os"
	"os/signal"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"go.uber.org/goleak"
)

// A test that kills its server runs this binary again as the server: only a process can be killed.
const envServerDir = "BUS_TEST_SERVER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(envServerDir); dir != "" {
		serve(dir)
		return
	}
	goleak.VerifyTestMain(m)
}

func serve(dir string) {
	srv, err := server.NewServer(&server.Options{JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, Host: "127.0.0.1", Port: port(os.Getenv("BUS_TEST_SERVER_PORT"))})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	srv.Start()
	fmt.Println(srv.ClientURL())
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt)
	<-ended
	srv.Shutdown()
}

func port(text string) int {
	n := server.RANDOM_PORT
	_, _ = fmt.Sscan(text, &n)
	return n
}
