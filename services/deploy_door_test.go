package services_test

import (
	"strings"
	"testing"
)

func TestDoorForProgramsIsShutInComposeUntilItsProfileOpensIt(t *testing.T) {
	t.Parallel()
	compose := readFile(t, "docker-compose.yml")
	inside, open := inCompose(t, compose, "tool-executor"), inCompose(t, compose, "mcp")
	for _, door := range []string{"RECADO_MCP_ADDR", "ports:", "outside"} {
		if strings.Contains(inside, door) || !strings.Contains(open, door) {
			t.Errorf("%s: tool-executor has it, or the profile's does not", door)
		}
	}
	if !strings.Contains(open, "profiles: [mcp]") || !strings.Contains(open, "RECADO_MCP_PORT:-127.0.0.1:8082}") {
		t.Errorf("the profile opens more than loopback: %s", open)
	}
}

func TestKubernetesReachesTheDoorForProgramsByTheIngressControllerAlone(t *testing.T) {
	t.Parallel()
	const tools = "deploy/k8s/base/services/tool-executor/"
	var policy string
	for document := range strings.SplitSeq(readFile(t, "deploy/k8s/base/network.yaml"), "\n---\n") {
		if strings.Contains(document, "app.kubernetes.io/name: tool-executor") {
			policy += document
		}
	}
	if strings.Count(policy, "- from:") != 1 || !strings.Contains(policy, "ingress-nginx") || !strings.Contains(policy, "ports: [{port: 8082}]") {
		t.Errorf("who reaches tool-executor: %s", policy)
	}
	for file, wants := range map[string][]string{
		tools + "kustomization.yaml":   {`{name: RECADO_MCP_ADDR, value: "0.0.0.0:8082"}`, "{name: mcp, containerPort: 8082}", "RECADO_TRUSTED_PROXIES"},
		tools + "door.yaml":            {"name: tools", "targetPort: mcp"},
		"deploy/k8s/base/ingress.yaml": {"path: /mcp\n            pathType: Exact", "path: /api/v1/mcp\n            pathType: Exact"},
	} {
		for _, want := range wants {
			if !strings.Contains(readFile(t, file), want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
}
