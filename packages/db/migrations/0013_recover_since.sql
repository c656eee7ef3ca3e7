ALTER TABLE "fills" DROP CONSTRAINT "fills_organization_id_exchange_account_id_pair_trade_id_pk";--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_trade_of_order" PRIMARY KEY("organization_id","exchange_account_id","pair","trade_id","exchange_order_id");--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "recover_since" timestamp(3) with time zone;