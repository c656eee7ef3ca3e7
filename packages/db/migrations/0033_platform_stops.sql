ALTER TABLE "stops" DROP CONSTRAINT "stops_organization_id_organizations_id_fk";
