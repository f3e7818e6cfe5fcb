package topology

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/subject"
)

const (
	vaultStream   = "KV_" + subject.BucketVault
	vaultSubjects = "$KV." + subject.BucketVault + "."
	// oldVault held the keys in a bucket of the library's form: nothing in it can be destroyed, and the server never lifts that.
	oldVault         = "KV_vault"
	oldVaultSubjects = "$KV.vault."
	// movingKey marks a vault that does not have all keys yet.
	movingKey = "moving"
	// vaultRevisions are a key and the one that takes its place: an older one is destroyed, never dropped, which leaves it on the disk.
	vaultRevisions = 2
	copyBatch      = 256
	quiet          = 2 * time.Second
)

// ErrMoving says that contacts' keys are being carried over to the vault: who needs one waits.
var ErrMoving = errors.New("the contacts' keys are being carried over: recado topology apply ends that")

// VaultReady is nil once the vault has all its keys.
func VaultReady(ctx context.Context, js jetstream.JetStream) error {
	s, err := js.Stream(ctx, vaultStream)
	if err == nil && s.CachedInfo().Config.Metadata[movingKey] != "" {
		err = ErrMoving
	}
	return err
}

// vaultConfig is a key-value bucket that the library reads, whose values can be destroyed and not be crowded out.
func vaultConfig(t Topology) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: vaultStream, Subjects: []string{vaultSubjects + ">"}, MaxMsgsPerSubject: vaultRevisions, DiscardNewPerSubject: true,
		Discard: jetstream.DiscardNew, MaxBytes: t.VaultBytes, Replicas: t.Replicas, Storage: jetstream.FileStorage,
		Duplicates: duplicateWindow, AllowDirect: true, AllowMsgTTL: true,
	}
}

// applyVault makes the vault, never smaller than it is, and carries over what an older version kept elsewhere. It may be interrupted
// anywhere: doing it again begins the copy anew, and nothing is destroyed before a whole copy is open to everybody.
func applyVault(ctx context.Context, js jetstream.JetStream, t Topology) error {
	err := func() error {
		old, err := streamInfo(ctx, js, oldVault)
		if err != nil {
			return err
		}
		now, err := streamInfo(ctx, js, vaultStream)
		if err != nil {
			return err
		}
		if now != nil && now.Config.Metadata[movingKey] != "" {
			if err := deleteStream(ctx, js, vaultStream); err != nil {
				return err
			}
			now = nil
		}
		cfg := vaultConfig(t)
		for _, had := range []*jetstream.StreamInfo{old, now} {
			if had != nil {
				cfg.MaxBytes = max(cfg.MaxBytes, had.Config.MaxBytes)
			}
		}
		if old != nil && now == nil {
			if err := moveVault(ctx, js, old.Config, cfg); err != nil {
				return err
			}
		}
		if err := putStream(ctx, js, cfg); err != nil || old == nil {
			return err
		}
		return deleteStream(ctx, js, oldVault)
	}()
	if err != nil {
		return fmt.Errorf("apply bucket %s: %w", subject.BucketVault, err)
	}
	return nil
}

// moveVault closes the old bucket to writers and copies it into a new one that nobody uses yet.
func moveVault(ctx context.Context, js jetstream.JetStream, old, cfg jetstream.StreamConfig) error {
	cfg.Metadata = map[string]string{movingKey: "true"}
	if err := putStream(ctx, js, cfg); err != nil {
		return err
	}
	old.Subjects = []string{"vault.closed.for.good"}
	if err := putStream(ctx, js, old); err != nil {
		return err
	}
	var want, got keySum
	var acks []jetstream.PubAckFuture
	err := eachKey(ctx, js, oldVault, func(k storedKey) error {
		want.add(k)
		ack, err := js.PublishMsgAsync(k.message())
		if acks = append(acks, ack); err != nil || len(acks) < copyBatch {
			return err
		}
		err = acknowledged(ctx, acks)
		acks = acks[:0]
		return err
	})
	if err == nil {
		err = acknowledged(ctx, acks)
	}
	if err != nil {
		return fmt.Errorf("copy contacts' keys: %w", err)
	}
	err = eachKey(ctx, js, vaultStream, func(k storedKey) error { got.add(k); return nil })
	if err == nil && got != want {
		err = errors.New("the copy differs; nothing was destroyed: apply the topology again")
	}
	return err
}

func acknowledged(ctx context.Context, acks []jetstream.PubAckFuture) error {
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// storedKey is one contact's key as a stream has it.
type storedKey struct {
	name  string // <tenant>.<contact>
	value []byte
	left  time.Duration // until it ends; zero is never
}

// message puts the key into the vault, where it ends when it would have.
func (k storedKey) message() *nats.Msg {
	m := nats.NewMsg(vaultSubjects + k.name)
	m.Data = k.value
	if k.left > 0 {
		m.Header.Set(jetstream.MsgTTLHeader, max(k.left.Truncate(time.Second), time.Second).String())
	}
	return m
}

// keySum is equal for two streams with the same keys, in whatever order. Keys that end may end between two looks: they do not count.
type keySum struct {
	keys int
	sum  [sha256.Size]byte
}

func (s *keySum) add(k storedKey) {
	if k.left > 0 {
		return
	}
	s.keys++
	one := sha256.Sum256(bytes.Join([][]byte{[]byte(k.name), k.value}, []byte{0}))
	for i := range s.sum {
		s.sum[i] ^= one[i]
	}
}

// eachKey calls fn for all keys of a stream that are not deleted.
func eachKey(ctx context.Context, js jetstream.JetStream, stream string, fn func(storedKey) error) error {
	cons, err := js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy})
	if err != nil {
		return err
	}
	info, err := cons.Info(ctx)
	if err != nil || info.NumPending == 0 {
		return err
	}
	msgs, err := cons.Messages()
	if err != nil {
		return err
	}
	defer msgs.Stop()
	for {
		m, err := nextOf(ctx, msgs)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil { // the last of them ended meanwhile
			if info, err = cons.Info(ctx); err != nil || info.NumPending == 0 {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		md, err := m.Metadata()
		if err != nil {
			return err
		}
		if k, ok := keyOf(m, time.Since(md.Timestamp)); ok {
			if err := fn(k); err != nil {
				return err
			}
		}
		if md.NumPending == 0 {
			return nil
		}
	}
}

func nextOf(ctx context.Context, msgs jetstream.MessagesContext) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, quiet)
	defer cancel()
	return msgs.Next(jetstream.NextContext(ctx))
}

// keyOf reads a message of either bucket; a mark of a deletion is none.
func keyOf(m jetstream.Msg, age time.Duration) (storedKey, bool) {
	name, found := strings.CutPrefix(m.Subject(), oldVaultSubjects)
	if !found {
		name = strings.TrimPrefix(m.Subject(), vaultSubjects)
	}
	k := storedKey{name: name, value: m.Data()}
	if ends, err := time.ParseDuration(m.Headers().Get(jetstream.MsgTTLHeader)); err == nil {
		k.left = max(ends-age, time.Second)
	}
	deleted := m.Headers().Get("KV-Operation") != "" || m.Headers().Get(jetstream.MarkerReasonHeader) != ""
	return k, !deleted
}

// streamInfo is nil for a stream that does not exist.
func streamInfo(ctx context.Context, js jetstream.JetStream, name string) (out *jetstream.StreamInfo, err error) {
	err = untilAnswered(ctx, func(ctx context.Context) error {
		s, err := js.Stream(ctx, name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		if err == nil {
			out = s.CachedInfo()
		}
		return err
	})
	return out, err
}

func putStream(ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig) error {
	return untilAnswered(ctx, func(ctx context.Context) error {
		_, err := js.CreateOrUpdateStream(ctx, cfg)
		return err
	})
}

func deleteStream(ctx context.Context, js jetstream.JetStream, name string) error {
	return untilAnswered(ctx, func(ctx context.Context) error {
		err := js.DeleteStream(ctx, name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		return err
	})
}

// verifyVault tells of keys that are not all in the vault, or where they cannot be destroyed.
func verifyVault(ctx context.Context, js jetstream.JetStream) (out []string, err error) {
	old, err := streamInfo(ctx, js, oldVault)
	if err != nil {
		return nil, fmt.Errorf("read bucket %s: %w", oldVault, err)
	}
	if old != nil {
		out = append(out, fmt.Sprintf("bucket %s: of an older version: apply the topology", oldVault))
	}
	now, err := streamInfo(ctx, js, vaultStream)
	if err != nil {
		return nil, fmt.Errorf("read bucket %s: %w", vaultStream, err)
	}
	if now == nil {
		return out, nil
	}
	if moving := now.Config.Metadata[movingKey] != ""; moving || now.Config.DenyDelete {
		out = append(out, fmt.Sprintf("bucket %s: moving %v, deny delete %v", vaultStream, moving, now.Config.DenyDelete))
	}
	return out, nil
}
