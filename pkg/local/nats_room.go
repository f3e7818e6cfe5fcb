package local

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/recado/recado/pkg/retry"
)

const (
	// roomNeeded is how much has to fit on a disk that was full before the server is started again: a block of a stream.
	roomNeeded = 8 << 20
	roomEvery  = time.Second
)

// noRoom is how the server's log says that a stream could not be written, in the words of the system.
var noRoom = []string{"no space left on device", "disk quota exceeded", "file too large"}

func (l *natsLog) noticeFull() {
	select {
	case l.full <- struct{}{}:
	default:
	}
}

// heal starts the server again when its full disk has room again: a stream that once could not be written refuses everything until it
// is opened anew. What was acknowledged is on the disk, and clients come back by themselves.
func (n *NATS) heal(life context.Context) {
	defer close(n.healed)
	for {
		select {
		case <-life.Done():
			return
		case <-n.log.full:
		}
		n.opts.Log.ErrorContext(life, "the disk of the streams is full: nothing is taken until it has room", "folder", n.dir)
		for !n.hasRoom() {
			if !retry.Sleep(life, roomEvery) {
				return
			}
		}
		if err := n.restart(life); err != nil && life.Err() == nil {
			n.opts.Log.ErrorContext(life, "the streams could not be opened again", "error", err)
			n.log.noticeFull()
			retry.Sleep(life, roomEvery)
		}
	}
}

// hasRoom reports whether a block can be written.
func (n *NATS) hasRoom() bool {
	name := filepath.Join(n.dir, ".room")
	err := os.WriteFile(name, make([]byte, roomNeeded), 0o600)
	return errors.Join(err, os.Remove(name)) == nil
}

func (n *NATS) restart(ctx context.Context) error {
	n.shutdown()
	if err := n.launch(ctx); err != nil {
		return err
	}
	select { // what was said before
	case <-n.log.full:
	default:
	}
	n.opts.Log.ErrorContext(ctx, "the streams are open again", "folder", n.dir)
	if n.opts.Restarted == nil {
		return nil
	}
	return n.opts.Restarted(ctx)
}

// InProcessConn opens a pipe to whichever server runs now; nats.go calls it on every reconnect.
func (n *NATS) InProcessConn() (net.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.server.InProcessConn()
}
