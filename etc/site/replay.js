/* Plays an asciicast of version 2 in the terminal emulator xterm.js, whose modules assets/xterm.js holds. */
"use strict";
(function () {
	var loaded = {};

	function resolve(from, path) {
		var parts = from.split("/").slice(0, -1);
		path.split("/").forEach(function (part) {
			if (part === "..")
				parts.pop();
			else if (part !== ".")
				parts.push(part);
		});
		return parts.join("/");
	}

	function load(name) {
		if (!loaded[name]) {
			loaded[name] = {exports: {}};
			window.xtermModules[name].call(undefined, loaded[name], loaded[name].exports,
				function (path) { return load(resolve(name, path)); });
		}
		return loaded[name].exports;
	}

	/* The header, and the frames as [seconds, text]. */
	function parse(text) {
		var lines = text.split("\n").filter(function (line) { return line; });
		return {
			header: JSON.parse(lines[0]),
			frames: lines.slice(1).map(JSON.parse).filter(function (frame) { return frame[1] === "o"; })
		};
	}

	function add(parent, kind, properties) {
		var element = document.createElement(kind);
		Object.keys(properties).forEach(function (key) { element[key] = properties[key]; });
		parent.appendChild(element);
		return element;
	}

	function play(box, cast) {
		var Terminal = load("public/Terminal").Terminal;
		var screen = add(box, "div", {id: "screen"});
		var controls = add(box, "div", {className: "controls"});
		var button = add(controls, "button", {type: "button", textContent: "Play"});
		var place = add(controls, "input", {type: "range", min: 0, max: cast.frames.length, value: 0});
		var label = add(controls, "label", {textContent: "Speed "});
		var speed = add(label, "select", {});
		var at = 0, timer = 0;
		var terminal = new Terminal({cols: cast.header.width, rows: cast.header.height, disableStdin: true,
			cursorBlink: false, scrollback: 0, fontFamily: "\"DejaVu Sans Mono\", Menlo, Consolas, monospace"});

		screen.setAttribute("role", "img");
		screen.setAttribute("aria-label", "The screen of the player. The report above has the end in words.");
		screen.tabIndex = 0;
		place.setAttribute("aria-label", "Place in the replay");
		[1, 2, 4, 16].forEach(function (factor) {
			add(speed, "option", {value: factor, textContent: factor + "x"});
		});

		function show(next) {
			if (next < at) {
				terminal.reset();
				at = 0;
			}
			terminal.write(cast.frames.slice(at, next).map(function (frame) { return frame[2]; }).join(""));
			at = next;
			place.value = at;
			place.setAttribute("aria-valuetext", "step " + at + " of " + cast.frames.length);
		}

		function stop() {
			clearTimeout(timer);
			timer = 0;
			button.textContent = "Play";
		}

		function step() {
			show(at + 1);
			if (at >= cast.frames.length) {
				stop();
				return;
			}
			timer = setTimeout(step, 1000 * (cast.frames[at][0] - cast.frames[at - 1][0]) / speed.value);
		}

		terminal.open(screen);
		button.addEventListener("click", function () {
			if (timer) {
				stop();
				return;
			}
			if (at >= cast.frames.length)
				show(0);
			button.textContent = "Pause";
			step();
		});
		place.addEventListener("input", function () {
			stop();
			show(Number(place.value));
		});
		show(Math.min(1, cast.frames.length));
	}

	var box = document.getElementById("player");
	if (!box || !window.xtermModules)
		return;
	fetch(box.dataset.cast).then(function (answer) {
		if (!answer.ok)
			throw new Error("status " + answer.status);
		return answer.text();
	}).then(function (text) {
		box.hidden = false;
		play(box, parse(text));
	}).catch(function (error) {
		box.hidden = false;
		box.textContent = "The replay cannot be shown here: " + error.message + ".";
	});
})();
