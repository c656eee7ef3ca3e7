export * from './paypal.ts';
