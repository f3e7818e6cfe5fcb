// Command recado runs Recado on one machine and looks into it wherever it runs.
package main

import (
	"github.com/recado/recado/services/cmd/recado/admin"
	"github.com/recado/recado/services/cmd/recado/attack"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/inspect"
	"github.com/recado/recado/services/cmd/recado/measure"
	"github.com/recado/recado/services/cmd/recado/prompts"
	"github.com/recado/recado/services/cmd/recado/run"
	"github.com/recado/recado/services/cmd/recado/secret"
	"github.com/recado/recado/services/cmd/recado/talk"
)

// commands in the order in which one meets them.
var commands = []cli.Command{
	{Name: "version", About: "print the version", Run: inspect.Version},
	{Name: "up", About: "run everything in one process, with its own NATS and PostgreSQL", Run: run.Up},
	{Name: "demo", About: "play a conversation with each demo tenant, and stay up", Run: run.Demo},
	{Name: "local", About: "run NATS and PostgreSQL only, for services that run as processes of their own", Run: run.Local},
	{Name: "migrate", About: "bring the database to this version's schema", Run: admin.Migrate},
	{Name: "topology", About: "create, check or print the streams and consumers", Run: inspect.Topology},
	{Name: "tenant", About: "apply, check or list tenants", Run: admin.Tenant},
	{Name: "trace", About: "print the way of a message through every hop", Run: inspect.Trace},
	{Name: "doctor", About: "check everything, send a message through every hop, say how to mend", Run: inspect.Doctor},
	{Name: "deadletter", About: "list, show, retry or drop what was given up", Run: inspect.DeadLetter},
	{Name: "handoff", About: "list, take, answer and give back conversations that want a person", Run: admin.Handoff},
	{Name: "contact", About: "erase a contact and the key of what it said, or print its id", Run: admin.Contact},
	{Name: "secret", About: "make root keys and the services' keys, and change from one root key to another", Run: secret.Secret},
	{Name: "order", About: "list and show orders, and say how far they are", Run: admin.Order},
	{Name: "appointment", About: "list and show appointments, and say what became of them", Run: admin.Appointment},
	{Name: "approval", About: "list, show, approve and refuse what waits for a person of the business", Run: admin.Approval},
	{Name: "reward", About: "list the codes of rewards that customers took, and mark one as used", Run: admin.Reward},
	{Name: "callbacks", About: "list the calls that customers wait for", Run: admin.Callbacks},
	{Name: "unanswered", About: "list the questions that nothing answers, for the business", Run: admin.Unanswered},
	{Name: "prompt", About: "print what models are told of a tenant, with the tokens of each section", Run: prompts.Prompt},
	{Name: "cost", About: "print what a tenant's calls of models took and cost in a month", Run: admin.Cost},
	{Name: "key", About: "make, list and revoke the keys with which a tenant's programs use its tools", Run: admin.Key},
	{Name: "chat", About: "talk to a tenant through the web chat door", Run: talk.Chat},
	{Name: "index", About: "make files searchable for a tenant", Run: talk.Index},
	{Name: "search", About: "search a tenant's documents", Run: talk.Search},
	{Name: "guard", About: "screen a text: verdict, reasons, views, masked text", Run: talk.Guard},
	{Name: "understand", About: "read a text as the intent router does, and say why", Run: talk.Understand},
	{Name: "eval", About: "measure a part of Recado on a file of examples", Run: measure.Eval},
	{Name: "sandbox", About: "serve the channels' send APIs on loopback", Run: run.Sandbox},
	{Name: "bench", About: "measure the pipeline beside a bare relay, and turns that wait for a model", Run: measure.Bench},
	{Name: "attack", About: "play what outsiders can do, on loopback, beside an honest tenant", Run: attack.Attack},
}

func main() { cli.Main(commands) }
