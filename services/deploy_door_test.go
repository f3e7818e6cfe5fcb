package services_test

import (
	"strings"
	"testing"
)

// programDoors are those for a business's own programs: a service's, in a profile of compose.
var programDoors = []struct{ service, profile, variable, port, number string }{
	{"tool-executor", "mcp", "RECADO_MCP_ADDR", "RECADO_MCP_PORT", "8082"},
	{"agent-runner", "send", "RECADO_SEND_ADDR", "RECADO_SEND_PORT", "8083"},
}

func TestDoorsForProgramsAreShutInComposeUntilTheirProfileOpensThem(t *testing.T) {
	t.Parallel()
	compose := readFile(t, "docker-compose.yml")
	for _, d := range programDoors {
		inside, open := inCompose(t, compose, d.service), inCompose(t, compose, d.profile)
		for _, door := range []string{d.variable, "ports:"} {
			if strings.Contains(inside, door) || !strings.Contains(open, door) {
				t.Errorf("%s: %s has it, or the profile's does not", door, d.service)
			}
		}
		if !strings.Contains(open, "profiles: ["+d.profile+"]") || !strings.Contains(open, d.port+":-127.0.0.1:"+d.number+"}") {
			t.Errorf("the profile opens more than loopback: %s", open)
		}
	}
	if inside, open := inCompose(t, compose, "tool-executor"), inCompose(t, compose, "mcp"); strings.Contains(inside, "outside") || !strings.Contains(open, "outside") {
		t.Error("tool-executor reaches the outside, or its door is not reached from there")
	}
}

func TestKubernetesReachesTheDoorsForProgramsByTheIngressControllerAlone(t *testing.T) {
	t.Parallel()
	const tools, runner = "deploy/k8s/base/services/tool-executor/", "deploy/k8s/base/services/agent-runner/"
	for _, d := range programDoors {
		var policy string
		for document := range strings.SplitSeq(readFile(t, "deploy/k8s/base/network.yaml"), "\n---\n") {
			if strings.Contains(document, "app.kubernetes.io/name: "+d.service) {
				policy += document
			}
		}
		only := strings.Count(policy, "- from:") == 1 && strings.Contains(policy, "ingress-nginx")
		if !only || !strings.Contains(policy, "ports: [{port: "+d.number+"}]") {
			t.Errorf("who reaches %s: %s", d.service, policy)
		}
	}
	for file, wants := range map[string][]string{
		tools + "kustomization.yaml":   {`{name: RECADO_MCP_ADDR, value: "0.0.0.0:8082"}`, "{name: mcp, containerPort: 8082}", "RECADO_TRUSTED_PROXIES"},
		tools + "door.yaml":            {"name: tools", "targetPort: mcp"},
		runner + "kustomization.yaml":  {`{name: RECADO_SEND_ADDR, value: "0.0.0.0:8083"}`, "{name: send, containerPort: 8083}", "RECADO_TRUSTED_PROXIES"},
		runner + "door.yaml":           {"name: send", "targetPort: send"},
		"deploy/k8s/base/ingress.yaml": {"path: /mcp\n            pathType: Exact", "path: /api/v1/mcp\n            pathType: Exact", "path: /api/send\n            pathType: Exact"},
	} {
		for _, want := range wants {
			if !strings.Contains(readFile(t, file), want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
}
