/** What is seen when the server cannot even say whose page this is. No brand, no words, no theme are there yet. */
export function showStartFailure(page: HTMLElement): void {
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'font: 16px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; text-align: center';
  const says = document.createElement('p');
  says.textContent = 'サーバーに接続できません。 The server cannot be reached.';
  const again = document.createElement('button');
  again.textContent = '再試行 Try again';
  again.style.cssText = 'font: inherit; padding: .5rem 1.25rem; cursor: pointer';
  again.addEventListener('click', () => location.reload());
  box.append(says, again);
  page.replaceChildren(box);
}
