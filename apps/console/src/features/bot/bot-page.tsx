export function BotPage() {
  return null;
}
