// What a browser does with what it is told while no page is open: it shows it, and leads to the page that tells more.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const { pathname, search } = new URL(url ?? '/', self.location.origin);
  // A page of this site, whatever was said.
  event.waitUntil(self.clients.openWindow(`${pathname}${search}`));
});
