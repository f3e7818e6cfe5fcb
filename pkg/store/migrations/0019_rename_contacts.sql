-- A contact gets another id when its tenant is re-keyed: until that transaction ends, what refers to it may name either.

ALTER TABLE business.callbacks ALTER CONSTRAINT callbacks_tenant_id_contact_id_fkey DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE business.questions ALTER CONSTRAINT questions_tenant_id_contact_id_fkey DEFERRABLE INITIALLY IMMEDIATE;
