package ingest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/channeltest"
)

// BenchmarkWebhookAccepted times a signed text from the request to the 200, with the bus writing through to the disk: budget p99
// 10 ms at 20 a second.
func BenchmarkWebhookAccepted(b *testing.B) {
	p := start(b, bustest.New(b, bustest.SyncAlways()), shop(b))
	text := channeltest.Fixture(b, "whatsapp/in_text.json")
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		body := bytes.Replace(text, []byte("wamid.SEJn"), fmt.Appendf(nil, "wamid.%d", i), 1)
		began := time.Now()
		if got := post(b, p, accountA, body, appSecret); got.status != http.StatusOK {
			b.Fatalf("got %d %s", got.status, got.body)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}
