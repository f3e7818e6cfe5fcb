package topology

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Verify lists how the server differs from a topology; an empty list is agreement. A Topology without partitions takes P from the server.
func Verify(ctx context.Context, conn *nats.Conn, t Topology) ([]string, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	if t.Partitions == 0 {
		if t.Partitions, err = PartitionsOf(ctx, js, ProbeStage); err != nil {
			return nil, err
		}
	}
	t = t.orDefault()
	var out []string
	for _, s := range Stages {
		lines, err := verifyStage(ctx, js, s, t)
		if err != nil {
			return nil, err
		}
		out = append(out, lines...)
	}
	lines, err := verifyBuckets(ctx, js)
	return append(out, lines...), err
}

func verifyStage(ctx context.Context, js jetstream.JetStream, s Stage, t Topology) ([]string, error) {
	got, err := currentConfig(ctx, js, s)
	if err != nil {
		return nil, err
	}
	if got == nil {
		return []string{fmt.Sprintf("stream %s: missing", s.Stream())}, nil
	}
	want := s.config(t)
	out := streamDifferences(*got, want)
	infos, err := consumersOf(ctx, js, s.Stream())
	if err != nil {
		return nil, err
	}
	for _, r := range s.Readers {
		for _, cfg := range s.Consumers(r, t.Partitions, t.AckWait) {
			out = append(out, ConsumerDifferences(s.Stream(), infos, cfg)...)
		}
	}
	return out, nil
}

func streamDifferences(got, want jetstream.StreamConfig) (out []string) {
	name := want.Name
	differ := func(field string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			out = append(out, fmt.Sprintf("stream %s: %s is %v, expected %v", name, field, got, want))
		}
	}
	slices.Sort(got.Subjects)
	slices.Sort(want.Subjects)
	differ("partitions", got.Metadata[partitionsKey], want.Metadata[partitionsKey])
	differ("subjects", got.Subjects, want.Subjects)
	differ("Retention", got.Retention, want.Retention)
	differ("max age", got.MaxAge, want.MaxAge)
	differ("max bytes", got.MaxBytes, want.MaxBytes)
	differ("max message size", got.MaxMsgSize, want.MaxMsgSize)
	differ("discard", got.Discard, want.Discard)
	differ("duplicate window", got.Duplicates, want.Duplicates)
	differ("storage", got.Storage, want.Storage)
	differ("replicas", got.Replicas, want.Replicas)
	differ("deny delete", got.DenyDelete, want.DenyDelete)
	differ("discard a subject's new", got.DiscardNewPerSubject, want.DiscardNewPerSubject)
	differ("direct reads", got.AllowDirect, want.AllowDirect)
	differ("messages a subject", max(got.MaxMsgsPerSubject, 0), max(want.MaxMsgsPerSubject, 0))
	return out
}

// ConsumerDifferences lists how one of a stream's consumers differs from what it should be.
func ConsumerDifferences(stream string, infos []*jetstream.ConsumerInfo, want jetstream.ConsumerConfig) []string {
	i := slices.IndexFunc(infos, func(info *jetstream.ConsumerInfo) bool { return info.Name == want.Durable })
	if i < 0 {
		return []string{fmt.Sprintf("consumer %s of %s: missing", want.Durable, stream)}
	}
	var out []string
	differ := func(field string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			out = append(out, fmt.Sprintf("consumer %s of %s: %s is %v, expected %v", infos[i].Name, stream, field, got, want))
		}
	}
	got := infos[i].Config
	differ("filter", got.FilterSubject, want.FilterSubject)
	differ("ack policy", got.AckPolicy, want.AckPolicy)
	differ("ack wait", got.AckWait, want.AckWait)
	differ("max deliver", got.MaxDeliver, want.MaxDeliver)
	differ("max ack pending", got.MaxAckPending, want.MaxAckPending)
	return out
}

func verifyBuckets(ctx context.Context, js jetstream.JetStream) ([]string, error) {
	var names []string
	for _, b := range buckets {
		names = append(names, "KV_"+b.name)
	}
	for _, o := range objectBuckets {
		names = append(names, "OBJ_"+o.name)
	}
	var out []string
	for _, name := range names {
		err := untilAnswered(ctx, func(ctx context.Context) error {
			_, err := js.Stream(ctx, name)
			return err
		})
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
			out = append(out, fmt.Sprintf("bucket %s: missing", name))
		case err != nil:
			return nil, fmt.Errorf("read bucket %s: %w", name, err)
		}
	}
	lines, err := verifyVault(ctx, js)
	return append(out, lines...), err
}

// Describe writes a topology as a table.
func (t Topology) Describe(w io.Writer) error {
	t = t.orDefault()
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(tw, "partitions %d, replicas %d\n", t.Partitions, t.Replicas)
	fmt.Fprintln(tw, "STREAM\tSUBJECTS\tAGE\tMIB\tSTORAGE\tREADERS")
	for _, s := range Stages {
		cfg := s.config(t)
		fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%s\t%s\n", cfg.Name, s.Template(),
			shortAge(cfg.MaxAge), cfg.MaxBytes>>20, cfg.Storage, s.readerNames(t.Partitions))
	}
	for _, b := range buckets {
		cfg := b.config(t)
		fmt.Fprintf(tw, "KV_%s\t\t%s\t%d\t%s\t\n", b.name, shortAge(cfg.TTL), cfg.MaxBytes>>20, cfg.Storage)
	}
	for _, o := range objectBuckets {
		fmt.Fprintf(tw, "OBJ_%s\t\t%s\t%d\tFile\t\n", o.name, shortAge(o.maxAge), t.MaxBytes/4>>20)
	}
	return tw.Flush()
}

func shortAge(d time.Duration) string {
	switch {
	case d == 0:
		return "-"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// Template is a stage's subject with names for its variable parts.
func (s Stage) Template() string {
	switch {
	case s.Partitioned:
		return s.Name + ".{partition}.{tenant}"
	case s.lanes:
		return s.Name + ".{tenant}.{conversation}"
	case s.gateway:
		return s.Name + ".{channel}.{tenant}"
	case s.Name == "deadletters":
		return s.Name + ".{stage}.{tenant}"
	}
	return s.Name + ".{name}"
}

func (s Stage) readerNames(parts uint32) string {
	var out []string
	for _, r := range s.Readers {
		text := fmt.Sprintf("%s, %d at once", r.Service, r.Pending)
		if r.Ordered {
			text = fmt.Sprintf("%s-0..%d, one message at a time each", r.Service, parts-1)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
