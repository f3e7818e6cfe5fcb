package intent

// human is a person, a call back, a refund, a legal threat: a demand, not an opinion.
var human = Intent{
	Name: Human,
	Rules: []Rule{
		{Weight: 9, Say: `
			me puedes|puede|podrias|podria|pueden llamar|marcar|telefonear
			me regresas|regresan|devuelves la llamada`},
		{Weight: 10, Say: `
			hablar|comunicarme|comunicar|comunicame|comuniqueme|contactar|contactarme|atienda|pasame|paseme|pasenme|transfiere|transfiereme|conectame|quiero|necesito|puede|prefiero|falar|talk|speak|chat|transfer|connect|want|need ... persona|humano|humana|alguien|asesor|asesora|agente|ejecutivo|encargado|encargada|gerente|administrador|administradora|dueno|recepcion|recepcionista|operador|operadora|supervisor|human|agent|manager|representative|someone|somebody|receptionist|operator|pessoa|atendente
			real person
			persona real
			talk|speak ... person
			hablar con ... doctor|doctora|secretaria
			^ asesor|humano|agente|agent|human|representative|operator|operador $`},
		{Weight: 10, Say: `
			llamenme|llamame|llameme|marquenme
			me llaman|llamen|llamar
			pueden|podrian llamar|llamarme|marcarme|marcar
			call me
			call ... back
			callback
			devolver|devuelvan|regresen .. llamada
			que me contacten
			give me a call
			me liguem`},
		{Weight: 10, Say: `
			quiero|exijo|necesito|want|demand|me ... reembolso|devolucion|refund
			reembolsen|devuelvan|devuelvanme
			money back
			regresen ... dinero
			quiero mi dinero
			reintegro
			estorno`},
		{Weight: 10, Say: `
			demanda|demandar|demandarlos|abogado|abogada|denuncia|denunciar|denunciarlos|profeco|indecopi|sernac|lawyer|attorney|sue|lawsuit|procon
			libro|hoja de reclamaciones|reclamos
			poner|presentar|interponer|levantar .. queja|reclamo|denuncia
			file .. complaint`},
		{Weight: 9, Say: `
			no quiero ... bot|robot|maquina
			dont want ... bot|robot|machine
			bot inutil
			no me entiendes|entiende
			no entiendes nada`},
		{Weight: -9, Say: `
			politica*
			policy
			me atienda ... hoy|manana
			con la persona
			por persona
			per person
			para una|otra persona
			cada persona`},
		{Weight: -20, Say: `
			chequeo|menu|plan|paquete|almuerzo|desayuno|examen|control|clase|combo ejecutivo|ejecutiva`},
	},
	Examples: []Example{
		{"quiero hablar con una persona", ""},
		{"pásame con un asesor", ""},
		{"I want to speak to a human", ""},
		{"can someone call me?", ""},
		{"me pueden llamar?", ""},
		{"quiero un reembolso", ""},
		{"los voy a demandar", "medical"},
		{"talk to an agent", ""},
		{"quero falar com uma pessoa", ""},
		{"necesito hablar con el gerente", ""},
		{"no quiero hablar con un bot", ""},
		{"humano", ""},
	},
}
