package pii

// aboutWords lists what tells of numbers, in lower case and without accents.
var aboutWords = map[about]string{
	sayPhone: `llamabais llamaban llamaba llamaron llamaste llamasteis llamaran llamaras llamad llamadme llamadnos llamarle llamarla llamarlo llamado tels telfs tlfs cels telefonear telefonearme telefonema guatsap guasapeame contactenos contactad contactadme contatar tel telf tlf tlfn tfno fono telefono telefonos telefonico telefonica fijo fonos cel celu celular celulares cell movil moviles
		whatsapp whats whatsap wasap wasapp watsap watsapp wsp wpp wapp wa guasap wats wts ws llama llame llamen llamenos llamame llameme
		llamenme llamar llamarme llamada marca marcar marcame marquenme marque marqueme llamas contacto contactar contactarme contactame
		contactenme comunicarse comunicate comuniquense comunicarme phone phones mobile cellphone call calling callme text sms ring reach telephone
		telefone celulares fone zap whatsappme ligue ligar liga escribeme escribanme escribirme escribime escribir llamenme llamanos pasame llamarnos
		localizar localizarme ubicarme ubicame pbx conmutador centralita switchboard landline hotline ph wasa guatsapp whatssap whatsaap telef fax telegram numerito cela fonito mvl rpc whastapp whatssap whatsaap watsup whatapp washapp wassap wuasap wassapp telfono telefon telefno tlefono celuar celualr lada telcontacto telefonocontacto celcontacto telefonocliente telcliente phonenumber`,
	sayPhone | sayUnit:            `rpm`, // of a Peruvian network, or a motor's turns
	sayOther | sayFar | sayFiscal: `boleta boletas factura facturas invoice invoices facturar facturado facturacion fiscal fiscales timbrar cfdi`,
	sayOther | sayFiscal:          `carnet carnets carne`, // a Chilean's identity card has a check digit
	sayOther | sayFar: `pedido pedidos folio folios guia guias serie serial ref referencia referencias exp expte apolice apolices sinistro sinistros endoso endosos inciso incisos lote lotes order orders orden ordenes
		cupon cupones coupon voucher giftcard tracking track ticket tickets sku expediente poliza rastreo seguimiento shipment isbn issn ean ean13 gtin upc barcode
		autorizacion authorization encomenda rastreamento protocolo radicado clave_rastreo barras`,
	sayOther | sayNSS | sayNUSS: `seguro`,
	sayOther | sayNUSS:          `afiliado afiliada`, // with the business, or with social security
	sayOther: `rx meter localizador localizadores locator justificante justificantes pqr pqrs inc ot npi dua nhc mrn radicada contable incidencia cuota plazo monedero propuesta proyecto causa carpeta mercantil registral
		gamertag viaje equipaje resultado radiografica escolar loyalty lealtad quote itinerary chart check deposit population membresia membresias cuotas id ids nomina formulario declaracion perfil coordenada stock dorsal credencial elector planilla captura compra compras gift regalo vale bono sanitario certificado certificada luz agua gas suscripcion etiqueta rastrear consignacion consignment
		waybill awb contenedor container manifiesto aduana pedimento dhl fedex ups estafeta redpack paquetexpress servientrega coordinadora interrapidisimo
		olva shalom chilexpress starken bluexpress andreani oca seur mrw gls nacex correos usps amazon mercadolibre aliexpress shein sentencia denuncia siniestro
		prestamo hipoteca deuda abono recarga consumo lectura medicion equipo router modem sim iccid hash checksum commit release escritura notaria predial
		catastral catastro finca parcela remesa giro cheque pagare historia ficha muestra estudio analisis receta prescripcion purchase claim policy routing aba swift po sn
		asin batch lot registration license permit record file docket rastreio cadastro processo inscricao cupom cep boletim notas compravendas apartado
		patente serial identificador codigos albaran pedidos remito orcamentos cita_numero vin bastidor expedicion dossier millas kilometraje odometro
		telemetria lecturas temperatura presion junta filtro correa rodamiento toner isin nasdaq folleto capitulo version hs partidas arancel cae cai cuf uuid guid
		part codigo codigos cod code codes precio precios price prices cuesta cuestan costs cost costo
		total subtotal monto importe amount amounts balance prestador prof saldo reserva reservas reservacion reservation booking confirmacion confirmation
		envio envios paquete paquetes package parcel promo operacion transaccion transaction transferencia
		modelo model version token recibo receipt presupuesto
		cotizacion caso case contrato contract matricula placa placas
		cuenta account acct acta tramite solicitud incidencia reclamo orcamento nota nfe comprobante
		deposito spei spid convenio sucursal terminal imei mac registro partida catalogo articulo producto product item
		items vuelo flight puntaje score marcador puntos calificacion calificaciones
		loteria lotto powerball megamillions primitiva bonoloto euromillones baloto quiniela sorteo rifa tarifa tarifas melate billete boleto boletos poblacion habitantes seguidores followers views visitas vistas
		usd mxn eur pen cop clp ars brl usdt btc precio presup pague pagar pagado cobraron cobro cargo
		km kilometro cp postal zip oficio resolucion ley decreto inventario activo pieza repuesto refaccion profesional colegiado colegiatura
		licencia medidor suministro contador nis nic build pid port error ip device dispositivo
		coordenadas latitud longitud lat lon lng lotes vin chasis motor padron`,
	sayHolder:                    `cliente clientes customer client socio member miembro paciente patient usuario empleado alumno estudiante proveedor employee student vendor supplier badge user subscriber suscriptor asociado beneficiario trabajador`,
	sayHolder | sayNSS | sayNUSS: `afiliacion`,
	sayCounted | sayLink:         `numero num nro no number n`,
	sayPerson:                    `nombre llamo soy titular name nome sou chamo señor senor senora atte atentamente`,
	sayUnit: `pesos peso soles sol euro euros dolares dolar dollars dollar bucks kg kgs kilo kilos gramos gr g km kms kilometros metros mts mt m m2 m3
		ml litros lts cm mm puntos punto points pts personas people persona usd mxn eur pen cop clp ars brl bs reais real mil millon millones million
		unidades uds unds piezas pzas pz cajas seguidores followers habitantes vistas views visitas visualizaciones horas hora hrs hr h minutos min mins segundos
		seg dias dia anos ano years days hours meses mes semanas veces pasos calorias kcal kb mb gb tb bytes px watts w kwh volts hz grados
		porciento porcentaje lugares asientos paginas palabras estrellas unidad copias ejemplares likes`,
	sayLink: `me nos os se to at on dieron mandaron enviaron aparece sale dice viene tenia asignaron corresponde dan dio asignado gave given shows says numeros nr numbers es is son are el la los las lo de del mi mis my un una al a the of it its que this
		con el fue era sera is was esta este ese esa siguiente following sigue su sus tu tus your o y e and en para por favor porfa porfis porfavor xfa pls please
		te le les paso dejo doy va ahi aqui aca here anota apunta seria mio mia tengo termina nuevo nueva nvo actual personal principal otro otra
		numbr meu minha seu eh sao atm com completo completa electronico digo dicto dictare`,
	sayRUT:                    `rut rutt rrut run ruts rutcliente rutempresa ruttitular`,
	sayCUIT:                   `cuit cuil cuitt cuitcuil cuits cuils cuitempresa cuitcliente monotributo afip arca monotributista`,
	sayRUC:                    `ruc rucs sunat rucempresa ruccliente`,
	sayNSS:                    `imss`,
	sayNSS | sayNUSS | saySSN: `social soc`,
	sayNSS | sayNUSS:          `nss`,
	sayNUSS:                   `importass laboral nuss naf ssocial tgss`,
	sayNUSS | saySSN:          `ss`,
	saySSN:                    `ssn socials itin socialsecurity socsec`,
	sayDNI:                    `dni dnis dnie dnii dnni ddni deni denei du lc enrolamiento civica dene deenei dnititular dnicliente`,
	sayDocument:               `documento documentos docu document numerodocumento nrodocumento numdocumento numdoc nrodoc documneto docuemnto doumento documeto docmento doc docto docum identidad identificacion identidade identity cedulas nif nifs`,
	sayCC:                     `cedula sedula cedual cedla cdula ceudla cedulla nuip ced cc ciudadania cedu cedulita cedla cedulla sedula zedula seedula`,
	sayCE:                     `extr cex cext extrangeria estranjeria extranj extran extranjero extranjeros extrangero extrangeros extranjeria ce ext`,
	sayNIT:                    `nit nits nitempresa nitcliente`,
	sayPassport:               `reisepass reisepassnummer passnummer passaporto paspoort paszport paspote pasaprote pasaporet pasapote pasapporte passporte pport pp pas pasp passaportes passprt pasprt pasprte passort pssport psaporte pasporte pasaport passaport pasaprte pasasporte psprt psport passp pspt passeport pasaporte passport passaporte pasaportes passports pasport pasap`,
	sayNIE:                    `nie nies`,
	sayRFC:                    `rfc`,
	sayRFC | sayRUC:           `contribuyentes contribuyente`,
	sayCIF:                    `cif cifs`,
	sayCard:                   `tarjeta tarjetas card cards tdc tdd visa mastercard amex debito credito credit debit cartao mc`,
	saySecret:                 `clave claves contrasena contrasenas password pass pin nip otp cvv cvc pwd senha passcode`,
	sayBank:                   `clabe cbu iban cvu interbancaria`,
	sayCURP:                   `curp`,
}
