package agentrunner

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// askedTimeout is how long a question about a message may take; who asks does so again.
	askedTimeout = time.Second
	// maxQuestion bounds a question: three ids.
	maxQuestion = 3 * meta.MaxID
)

// endings say what became of messages.
type endings interface {
	Ending(ctx context.Context, q *recadov1.AskTurn) (*recadov1.TurnTold, error)
}

// questions answers the doors that follow a message. Nobody gets an answer to a question that cannot be read, or while the database is
// away.
type questions struct {
	store endings
	log   *slog.Logger
}

func (s *questions) answer(ctx context.Context, on string, data []byte) []byte {
	ctx, cancel := context.WithTimeout(ctx, askedTimeout)
	defer cancel()
	var q recadov1.AskTurn
	if len(data) > maxQuestion || proto.Unmarshal(data, &q) != nil || on != subject.TurnAsk+"."+q.GetTenantId() {
		return nil
	}
	if _, err := uuid.Parse(q.GetConversationId()); err != nil {
		return nil
	}
	told, err := s.store.Ending(ctx, &q)
	if err != nil {
		s.log.DebugContext(ctx, "a question about a message was not answered", "tenant", q.GetTenantId(), "error", err)
		return nil
	}
	answer, err := proto.Marshal(told)
	if err != nil {
		return nil
	}
	return answer
}

// listen takes the questions of doors and the answers of tools, until stop.
func listen(env *app.Env, db *database, tools *toolClient) (stop func(), err error) {
	about := &questions{store: db, log: env.Log}
	hush, err := env.Bus.Answer(subject.TurnAsk+".*", about.answer)
	if err != nil {
		return nil, err
	}
	deafen, err := tools.listen(env.Bus)
	if err != nil {
		hush()
		return nil, err
	}
	return func() { hush(); deafen() }, nil
}
