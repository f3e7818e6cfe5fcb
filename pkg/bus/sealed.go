package bus

import (
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/seal"
)

// headerSealed marks a dead letter whose payload is sealed; its value is the way in which.
const headerSealed = "Recado-Sealed"

const sealedV1 = "1"

var (
	errNoSeal   = errors.New("its events hold raw text, and there is no key to seal dead letters with: call SealDeadLetters first")
	errNoOpener = errors.New("its payload is sealed, and there is no key to open it with")
)

// SealDeadLetters gives the bus the installation's master key. Dead letters of stages that hold raw text, and bodies that are no
// event, are then stored as ciphertext; retrying opens them. Without it a Hop on such a stage does not run.
func (b *Bus) SealDeadLetters(master seal.Key) {
	key := master.Derive("deadletters")
	b.deadLetterKey.Store(&key)
}

// enclose returns the payload as a dead letter keeps it: sealed where it is raw.
func (b *Bus) enclose(st stage, header nats.Header, data []byte, raw bool) ([]byte, error) {
	header.Del(headerSealed)
	if !raw {
		return data, nil
	}
	key := b.deadLetterKey.Load()
	if key == nil {
		return nil, errNoSeal
	}
	header.Set(headerSealed, sealedV1)
	return key.Seal(data, []byte(st.name)), nil
}

// disclose is the payload as it was before enclose.
func (b *Bus) disclose(l DeadLetter, data []byte) ([]byte, error) {
	if !l.Sealed {
		return data, nil
	}
	key := b.deadLetterKey.Load()
	if key == nil {
		return nil, errNoOpener
	}
	plain, err := key.Open(data, []byte(l.Stage))
	if err != nil {
		return nil, fmt.Errorf("open payload: %w", err)
	}
	return plain, nil
}
