package demo

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

// Conversation is what one customer of a demo tenant writes.
type Conversation struct {
	Name     string `yaml:"name"`
	Language string `yaml:"language"`
	From     string `yaml:"from"`    // the customer's number
	Profile  string `yaml:"profile"` // the customer's name on the channel
	Turns    []Turn `yaml:"turns"`
}

// Turn is one message, and the regular expressions that its reply matches.
type Turn struct {
	Say    string   `yaml:"say"`
	Expect []string `yaml:"expect"`
}

// Conversations returns the scripted conversations of the tenant.
func (t Tenant) Conversations() ([]Conversation, error) {
	data, err := FS.ReadFile("tenants/" + t.ID + "/conversation.yaml")
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	var file struct {
		Tenant        string         `yaml:"tenant"`
		Conversations []Conversation `yaml:"conversations"`
	}
	if err := yaml.UnmarshalWithOptions(data, &file, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read conversations of %s: %w", t.ID, err)
	}
	if file.Tenant != t.ID {
		return nil, fmt.Errorf("conversations of %s are those of %s", t.ID, file.Tenant)
	}
	return file.Conversations, nil
}
