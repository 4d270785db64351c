/* The host key, and the algorithms that the server offers. */
#include "door/net/ssh_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEY_TEXT_MAX 8192
#define CANNOT_CREATE "free disk space, and make its directory writable for this user"

static ssh_bind server_bind;

/* ---- The host key ---- */

static bool complain(
	char *sentence, size_t size, const char *path, const char *what, const char *why)
{
	snprintf(sentence, size, "cannot %s host key %s: %s", what, path, why);
	return false;
}

/* True if the whole key is on the disk. libssh also reports a write to a full disk as done. */
static bool host_key_is_whole(const char *path)
{
	ssh_key key = NULL;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	bool whole = file >= 0 && fsync(file) == 0 &&
		     ssh_pki_import_privkey_file(path, NULL, NULL, NULL, &key) == SSH_OK;
	ssh_key_free(key);
	if (file >= 0)
		close(file);
	return whole;
}

static bool host_key_make(const char *path, char *sentence, size_t size)
{
	ssh_key key = NULL;
	char fresh[4096];
	snprintf(fresh, sizeof fresh, "%s.new", path);
	mode_t before = umask(077);
	bool made = ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) == SSH_OK &&
		    ssh_pki_export_privkey_file(key, NULL, NULL, NULL, fresh) == SSH_OK &&
		    host_key_is_whole(fresh) && rename(fresh, path) == 0;
	umask(before);
	ssh_key_free(key);
	if (made)
		return true;
	unlink(fresh);
	return complain(sentence, size, path, "create", CANNOT_CREATE);
}

/* The child makes it, so that this process never has it in memory. */
static bool host_key_make_apart(const char *path, char *sentence, size_t size)
{
	int status = -1;
	pid_t child = fork();
	if (child == 0)
		_exit(!host_key_make(path, sentence, size));
	if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
		return true;
	return complain(sentence, size, path, "create", CANNOT_CREATE);
}

int ssh_key_open(const char *path, char *sentence, size_t size)
{
	if (access(path, R_OK) != 0 && errno == ENOENT &&
		!host_key_make_apart(path, sentence, size))
		return -1;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		complain(sentence, size, path, "read",
			"permission denied; make this user its owner");
	return file;
}

static ssh_key host_key_read(int file, const char *path, char *sentence, size_t size)
{
	ssh_key key = NULL;
	char text[KEY_TEXT_MAX];
	ssize_t length = pread(file, text, sizeof text - 1, 0);
	text[length > 0 ? length : 0] = '\0';
	if (ssh_pki_import_privkey_base64(text, NULL, NULL, NULL, &key) != SSH_OK ||
		ssh_key_type(key) != SSH_KEYTYPE_ED25519) {
		ssh_key_free(key);
		key = NULL;
		complain(sentence, size, path, "use",
			"it is not an Ed25519 key without a passphrase; move it away, and serve "
			"makes a new one");
	}
	explicit_bzero(text, sizeof text);
	return key;
}

bool ssh_key_fingerprint(int file, const char *path, char *text, size_t size)
{
	unsigned char *hash = NULL;
	size_t length = 0;
	char sentence[8192], *fingerprint = NULL;
	ssh_key key = host_key_read(file, path, sentence, sizeof sentence);
	if (key && ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) == 0)
		fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
	snprintf(text, size, "%s", fingerprint ? fingerprint : sentence);
	ssh_clean_pubkey_hash(&hash);
	ssh_string_free_char(fingerprint);
	ssh_key_free(key);
	return fingerprint != NULL;
}

bool ssh_host_key_fingerprint(const char *path, char *text, size_t size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return complain(text, size, path, "read",
			"make it readable, or start serve, which makes a missing one");
	bool read = ssh_key_fingerprint(file, path, text, size);
	close(file);
	return read;
}

/* ---- The server's half ---- */

/* Offers one modern algorithm of each kind. More would cost time: Diffie-Hellman groups take up to
 * 125 ms. */
static bool server_bind_algorithms(ssh_bind bind)
{
	/* clang-format off */
	static const struct { enum ssh_bind_options_e option; const char *value; } rows[] = {
		{SSH_BIND_OPTIONS_BANNER, "Trapdoor"},
		{SSH_BIND_OPTIONS_KEY_EXCHANGE, "curve25519-sha256,curve25519-sha256@libssh.org"},
		{SSH_BIND_OPTIONS_HOSTKEY_ALGORITHMS, "ssh-ed25519"},
		{SSH_BIND_OPTIONS_CIPHERS_C_S,
			"chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes128-ctr"},
		{SSH_BIND_OPTIONS_CIPHERS_S_C,
			"chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes128-ctr"},
		{SSH_BIND_OPTIONS_HMAC_C_S, "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"},
		{SSH_BIND_OPTIONS_HMAC_S_C, "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"},
		{SSH_BIND_OPTIONS_PUBKEY_ACCEPTED_KEY_TYPES,
			"ssh-ed25519,sk-ssh-ed25519@openssh.com,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,"
			"sk-ecdsa-sha2-nistp256@openssh.com,rsa-sha2-512,rsa-sha2-256"},
	};
	/* clang-format on */
	bool process_config = false;
	bool good =
		ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &process_config) == 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		good = ssh_bind_options_set(bind, rows[i].option, rows[i].value) == 0 && good;
	return good;
}

bool ssh_server_begin(int host_key, const char *path, char *sentence, size_t size)
{
	ssh_key key = host_key_read(host_key, path, sentence, size);
	if (!key)
		return false;
	ssh_bind_free(server_bind);
	server_bind = ssh_bind_new();
	/* The key belongs to server_bind from here on. */
	if (!server_bind || !server_bind_algorithms(server_bind) ||
		ssh_bind_options_set(server_bind, SSH_BIND_OPTIONS_IMPORT_KEY, key) != 0)
		return complain(sentence, size, path, "use",
			"libssh refuses it; install libssh 0.10 or newer");
	return true;
}

bool ssh_server_accept(ssh_session session, int descriptor)
{
	/* "no" would still offer zlib, and some clients take it. */
	return server_bind && ssh_bind_accept_fd(server_bind, session, descriptor) == SSH_OK &&
	       ssh_options_set(session, SSH_OPTIONS_COMPRESSION, "none") == 0;
}
