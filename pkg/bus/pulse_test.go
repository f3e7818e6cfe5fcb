package bus

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus/topology"
)

func TestPulseNoticesThatTheProcessStoodStill(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := startPulse()
		time.Sleep(time.Minute) // the bubble's clock: no real waiting
		if p.stalled(topology.AckWait) {
			t.Error("stalled while it ticked")
		}
		p.stop() // as a stopped process does not tick
		time.Sleep(topology.AckWait)
		if !p.stalled(topology.AckWait) {
			t.Error("did not notice")
		}
	})
}

func TestDeliveryIsLostWithoutASignOfLifeWithinAckWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &delivery{received: time.Now(), ackWait: topology.AckWait}
		if d.lost() {
			t.Error("lost at once")
		}
		time.Sleep(topology.AckWait - time.Second)
		d.touched.Store(int64(time.Since(d.received)))
		time.Sleep(topology.AckWait - time.Second)
		if d.lost() {
			t.Error("lost although the server knows of it")
		}
		time.Sleep(time.Second)
		if !d.lost() {
			t.Error("not lost")
		}
		if late := (&delivery{received: time.Now(), ackWait: topology.AckWait, late: true}); !late.lost() {
			t.Error("a delivery that waited in the buffer of a stalled process is not lost")
		}
	})
}
