package main

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type gateway struct {
	js                       jetstream.JetStream
	tenant, channel, account string
}

// receive publishes what a person wrote. The channel's own message id makes a repeat harmless.
func (g gateway) receive(ctx context.Context, person, messageID, text string) error {
	return g.publish(ctx, "gateway.inbound.", messageID, &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			TenantId: g.tenant, Channel: g.channel, AccountId: g.account, MessageId: messageID,
			Contact: &recadov1.Contact{ContactId: person}, OccurredAt: timestamppb.Now(),
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	})
}

// serve says replies one by one until ctx ends, and reports each as sent before it takes the next.
func (g gateway) serve(ctx context.Context, say func(person, text string) error) error {
	replies, err := g.js.CreateOrUpdateConsumer(ctx, "GATEWAY_OUTBOUND", jetstream.ConsumerConfig{
		Durable: "gateway_" + g.channel + "_" + g.tenant, FilterSubject: "gateway.outbound." + g.channel + "." + g.tenant, MaxAckPending: 1,
	})
	if err != nil {
		return err
	}
	messages, err := replies.Messages()
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, messages.Stop)()
	for {
		msg, err := messages.Next()
		if err != nil {
			return err
		}
		if g.send(ctx, msg.Data(), say) == nil { // else it comes again after its AckWait
			_ = msg.Ack()
		}
	}
}

func (g gateway) send(ctx context.Context, data []byte, say func(person, text string) error) error {
	var reply recadov1.ReplyDrafted
	if err := proto.Unmarshal(data, &reply); err != nil {
		return err
	}
	if err := say(reply.GetMeta().GetContact().GetContactId(), reply.GetContent().GetText()); err != nil {
		return err
	}
	return g.publish(ctx, "gateway.receipt.", reply.GetReplyId()+"/sent", &recadov1.ReceiptReceived{
		Meta: reply.GetMeta(), CallbackData: reply.GetReplyId(), Status: recadov1.ReceiptStatus_RECEIPT_STATUS_SENT,
	})
}

func (g gateway) publish(ctx context.Context, door, id string, m proto.Message) error {
	data, err := proto.Marshal(m)
	if err != nil {
		return err
	}
	_, err = g.js.Publish(ctx, door+g.channel+"."+g.tenant, data, jetstream.WithMsgID(g.channel+"/"+g.account+"/"+id))
	return err
}
