package grounding_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/services/agent-runner/grounding"
)

// example is a reply, the texts of its turn, and what in it is planted: nothing in a true one.
type example struct {
	lang     string
	evidence []string
	reply    string
	planted  []string
}

func TestPlantsAreCaughtAndTrueRepliesAreLeftAlone(t *testing.T) {
	t.Parallel()
	for _, x := range slices.Concat(replies1, replies2, replies3, replies4, replies5, replies6, replies7) {
		e := grounding.New(time.Time{})
		for _, text := range x.evidence {
			e.Add(text)
		}
		claims := e.Check(x.reply, x.lang)
		if len(x.planted) == 0 && len(claims) > 0 {
			t.Errorf("%q is true, claimed is %+v", x.reply, claims)
		}
		for _, p := range x.planted {
			at := strings.Index(x.reply, p)
			meets := func(c grounding.Claim) bool { return c.Start < at+len(p) && at < c.End }
			if at < 0 || !slices.ContainsFunc(claims, meets) {
				t.Errorf("%q of %q is not caught: %+v", p, x.reply, claims)
			}
		}
	}
}

// The texts that the replies rest on.
const (
	text01 = `Horario: lunes a viernes de 8:00 a 20:00, sábados de 9:00 a 14:00. Domingos y festivos cerrado. Última cita 30 minutos antes del cierre.`
	text02 = `{"services": [{"name": "Masaje relajante", "price": "$950", "duration_minutes": 60}, {"name": "Masaje de piedras calientes", "price": "$1,200", "duration_minutes": 90}, {"name": "Facial hidratante", "price": "$780", "duration_minutes": 50}]}`
	text03 = `{"name": "Corte y barba", "price": "$45.000", "price_min": 4500000, "currency": "COP", "duration_minutes": 40}`
	text04 = `{"name": "Alineación 3D", "price": "$25.000", "price_min": 25000, "currency": "CLP"}`
	text05 = `{"name": "Consulta veterinaria", "price": "$18.500", "currency": "ARS"}`
	text06 = `{"name": "Tour full day", "price": "US$65.00", "price_min": 6500, "currency": "USD", "description": "Salida 05:30, retorno 18:00 aprox. Incluye desayuno y guía. Mínimo 2 personas."}`
	text07 = `El curso de inglés intensivo dura 12 semanas, con clases martes y jueves de 18:30 a 20:30. Inicia el 3 de agosto de 2026. Inversión: $4,800, o 3 pagos de $1,600. Cupo máximo de 15 alumnos. Nivel B2 al concluir.`
	text08 = `Envíos: a todo el país en 3 a 5 días hábiles por $120; gratis en compras mayores a $1,500. En la Ciudad de México entregamos el mismo día si pides antes de las 12:00.`
	text09 = `A consulta de avaliação custa R$ 180,00 e pode ser parcelada em até 3x sem juros. Atendemos de segunda a sexta, das 8h às 18h, e sábado das 8h às 12h. Estamos na Rua das Acácias, 320, Savassi. Telefone (31) 3555-0142.`
	text10 = `The deep clean takes about 3 hours and costs $210. We bring our own supplies. Cancellations less than 12 hours before are charged a $40 fee. Call us at (415) 555-0137 or email hello@sparkle.example.`
	text11 = `[{"slot_id": "z", "date": "2026-07-08", "time": "09:00", "branch_name": "San Isidro", "staff_name": "Dra. Paula Ríos"}, {"slot_id": "y", "date": "2026-07-09", "time": "15:00", "branch_name": "Surco", "staff_name": "Dr. Hugo Vega"}]`
	text12 = `{"success": true, "appointment_id": "b-9", "confirmation_message": "Cita movida al jueves 9 de julio a las 15:00 en Surco con Dr. Hugo Vega"}`
	text13 = `{"success": true, "appointment_id": "b-9", "confirmation_message": "Su cita del 9 de julio quedó cancelada."}`
	text14 = `{"success": false, "error": "slot_taken"}`
	text15 = `{"success": true, "message": "A person was notified"}`
	text16 = `{"success": true, "updated_fields": ["email"]}`
	text17 = `[{"name": "Tacos al pastor", "price": "$22", "description": "Con piña y cebolla", "available": true}, {"name": "Quesadilla de flor", "price": "$48", "available": true}, {"name": "Agua de jamaica", "price": "$30", "available": false}]`
	text18 = `{"id": "9", "name": "Implante dental", "price_min": 1250000, "price_max": 1800000, "price": "$12,500 - $18,000", "duration_minutes": 90, "description": "Implante de titanio con corona de zirconia. Requiere radiografía previa.", "requires_consultation": true, "promotion_active": true, "promotion_text": "10% de descuento pagando de contado hasta el 31 de marzo"}`
	text19 = `[{"name": "Polanco", "address": "Horacio 522, Polanco", "phone": "+525553214567", "operating_hours": {"monday": {"open": "09:00", "close": "20:00"}, "saturday": {"open": "10:00", "close": "15:00"}, "sunday": null}}, {"name": "Coyoacán", "address": "Francisco Sosa 88, Coyoacán", "phone": "+525559876543", "operating_hours": {"monday": {"open": "08:00", "close": "18:00"}, "saturday": null, "sunday": null}}]`
	text20 = `{"success": true, "appointment_id": "550e8400-e29b", "date": "2026-03-12T16:30:00-06:00", "confirmation_message": "Cita confirmada: Implante dental, jueves 12 de marzo de 2026, 16:30, Polanco, Dr. Iván Castro"}`
	text21 = `Membresías: mensual $599, trimestral $1,599, anual $5,499. Clases incluidas: spinning, yoga y box. Horario: lunes a viernes 6:00-22:00, sábado 8:00-16:00. Día de prueba sin costo con cita. Estacionamiento gratuito las primeras 2 horas.`
	text22 = `{"name": "Consulta pediátrica", "price": "S/ 120.00", "price_min": 12000, "duration_minutes": 30, "description": "Incluye control de talla y peso."}`
	text23 = `[{"name": "Lima Norte", "address": "Av. Alfredo Mendiola 3540, Independencia", "phone": "+51 987 654 321", "hours": "Lun-Sáb 9:00-19:00"}]`
	text24 = `Standard room: $89 per night for two guests, breakfast included. Suite: $149. Check-in 3:00 PM, check-out 11:00 AM. Pets up to 10 kg welcome for $20 per stay. Airport shuttle: $25 each way, book 24 hours ahead. Front desk: +1 (305) 555-0198.`
	text25 = `Ramo de 12 rosas: $450. Ramo de 24 rosas: $820. Entregamos en toda la ciudad de 9:00 a 19:00; pedidos del mismo día antes de las 13:00. Tarjeta dedicatoria incluida.`
	text26 = `Troca de óleo: R$ 189,90 (óleo sintético e filtro). Alinhamento e balanceamento: R$ 120,00. Garantia de 90 dias. Funcionamos de segunda a sexta das 8h às 18h. WhatsApp: (11) 98765-4321.`
	text27 = `[{"name": "Valeria Campos", "role": "Estilista", "specialty": "Color"}, {"name": "Joaquín Rubio", "role": "Barbero", "specialty": "Corte clásico"}]`
	text28 = `{"question": "¿Tienen estacionamiento?", "answer": "Sí, tenemos estacionamiento propio para 10 autos, sin costo para clientes."}`
	text29 = `[{"date": "2026-12-01", "time": "11:00", "available": true, "branch_name": "Polanco"}, {"date": "2026-12-02", "time": "17:30", "available": true, "branch_name": "Polanco"}]`
	text30 = `{"order_id": "A-1045", "status": "on_the_way", "estimated_time": "20:15", "total": "$385.00"}`
	text31 = `[]`
	text32 = `{"success": true, "code": "POSTRE-7K2", "balance": 30}`
	text33 = `{"id": "s1", "name": "Limpieza dental", "price": "$800", "price_min": 80000, "duration_minutes": 45, "description": "Limpieza con ultrasonido y pulido.", "requires_consultation": false}`
	text34 = `[{"name": "Limpieza dental", "price_range": "$800", "category": "preventivo"}, {"name": "Resina", "price_range": "$900 - $1,500", "category": "restauración"}, {"name": "Ortodoncia", "price_range": "$18,000 - $32,000", "category": "ortodoncia"}, {"name": "Valoración", "price_range": "$350", "category": "diagnóstico"}]`
	text35 = `[{"slot_id": "x1", "date": "2026-03-12", "time": "16:30", "branch_name": "Centro", "staff_name": "Dra. Laura Gómez", "available": true}, {"slot_id": "x2", "date": "2026-03-12", "time": "18:00", "branch_name": "Centro", "staff_name": "Dr. Carlos Méndez", "available": true}, {"slot_id": "x3", "date": "2026-03-14", "time": "10:00", "branch_name": "Centro", "staff_name": "Dra. Laura Gómez", "available": true}]`
	text36 = `[{"name": "Centro", "address": "Calle Hidalgo 245, Col. Centro", "city": "Ciudad de México", "phone": "+525512345678", "whatsapp": "+525587654321", "google_maps_url": "https://maps.example/sonrisa-centro", "operating_hours": {"mon-fri": {"open": "09:00", "close": "19:00"}, "sat": {"open": "09:00", "close": "14:00"}}}, {"name": "Roma", "address": "Av. Álvaro Obregón 118, Col. Roma Norte", "city": "Ciudad de México", "phone": "+525598761234", "operating_hours": {"mon-fri": {"open": "10:00", "close": "20:00"}}}]`
	text37 = `{"success": true, "appointment_id": "a-77", "confirmation_message": "Limpieza dental, jueves 12 de marzo a las 16:30 en Centro con Dra. Laura Gómez"}`
	text38 = `{"title": "Cancelación", "policy": "Las citas se cancelan sin costo hasta 24 horas antes. Después se cobra el 50 % de la consulta.", "short_version": "Cancela gratis con 24 horas de anticipación."}`
	text39 = `P: ¿Aceptan tarjeta? R: Sí, aceptamos efectivo, tarjeta de crédito y transferencia. A partir de $3,000 ofrecemos 6 meses sin intereses.`
	text40 = `La garantía de las resinas es de 2 años; la de las coronas, de 5 años, siempre que el paciente acuda a sus revisiones cada 6 meses.`
)
