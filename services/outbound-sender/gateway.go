package outboundsender

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// renderForGateway writes a reply for the gateway that serves its channel. Gateways read a stream, and no stream holds personal data in
// clear: what a token stood for reads [DATO PROTEGIDO] there.
func renderForGateway(r *recadov1.ReplyDrafted, to channel.Address, messageID string) ([]channel.Request, error) {
	body, err := proto.Marshal(channel.ForGateway(shown(r, nil), to, messageID))
	if err != nil {
		return nil, fmt.Errorf("encode reply for gateway: %w", err)
	}
	door := subject.Gateway(subject.GatewayOutbound, r.GetMeta().GetChannel(), r.GetMeta().GetTenantId())
	return []channel.Request{{Subject: door, Body: body}}, nil
}
