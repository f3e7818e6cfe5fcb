package telemetry

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestAnswerFitsOneNATSMessage(t *testing.T) {
	t.Parallel()
	tel := setup(t, nil)
	tracer := tel.For("ingest").Tracer("test")
	ctx, root := tracer.Start(t.Context(), "root")
	for i := range maxAnswerSpans + 10 {
		message(ctx, tracer, fmt.Sprintf("wamid.%0500d", i))
	}
	root.End()
	question, err := json.Marshal(Question{Traces: []string{root.SpanContext().TraceID().String()}})
	if err != nil {
		t.Fatal(err)
	}
	data := tel.Spans.AnswerJSON(question)
	var answer Answer
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatal(err)
	}
	if len(data) > maxAnswerBytes || !answer.Truncated || len(answer.Spans) == 0 {
		t.Errorf("got %d bytes with %d spans, truncated %t; want some spans within %d bytes, and to be told", len(data), len(answer.Spans), answer.Truncated, maxAnswerBytes)
	}
}

func FuzzAnswerJSON(f *testing.F) {
	for _, seed := range []string{`{"message":"wamid.1"}`, `{"last":true}`, `{"traces":["4bf92f3577b34da6a3ce929d0e0e4736",""]}`, `[`, `{"traces":[1]}`} {
		f.Add([]byte(seed))
	}
	tel := setup(f, nil)
	message(f.Context(), tel.For("ingest").Tracer("test"), "wamid.1")
	f.Fuzz(func(t *testing.T, question []byte) {
		var answer Answer
		if err := json.Unmarshal(tel.Spans.AnswerJSON(question), &answer); err != nil {
			t.Errorf("the answer is not JSON: %v", err)
		}
	})
}
