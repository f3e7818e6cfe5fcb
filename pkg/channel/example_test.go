package channel_test

import (
	"fmt"

	"github.com/recado/recado/pkg/channel"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// A webhook comes in, and a reply goes out, on a channel found by its name.
func ExampleChannel() {
	ch, _ := channel.ByName("whatsapp")
	items, err := ch.Parse([]byte(`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{
		"metadata":{"phone_number_id":"551900334420178"},
		"messages":[{"from":"5215550147781","id":"wamid.1","timestamp":"1767711600","type":"text","text":{"body":"Hola"}}]}}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(items[0].Account, items[0].MessageID, items[0].Content.GetText().GetBody())

	requests, err := ch.Render(channel.Draft{To: items[0].From, Reply: &recadov1.ReplyDrafted{
		Meta: &recadov1.Meta{AccountId: items[0].Account}, ReplyId: "r-1", Content: &recadov1.ReplyContent{Text: "¡Hola!"},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(requests[0].Method, requests[0].Path)
	fmt.Println(string(requests[0].Body))

	outcome := ch.Classify(channel.Answer{Status: 400, Body: []byte(`{"error":{"code":131056}}`)})
	fmt.Println(outcome.Class, outcome.Class.Retry())
	// Output:
	// 551900334420178 wamid.1 Hola
	// POST /551900334420178/messages
	// {"messaging_product":"whatsapp","recipient_type":"individual","to":"5215550147781","type":"text","text":{"preview_url":false,"body":"¡Hola!"},"biz_opaque_callback_data":"r-1"}
	// retry_backoff_recipient true
}
