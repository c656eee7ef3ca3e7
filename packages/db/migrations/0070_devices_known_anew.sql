-- A device is known by its cookie from now on: what was kept of programs' names would call every one of them new.
update users set known_devices = '{}';
